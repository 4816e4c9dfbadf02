/** Estimate for the campaign in the form: zones it fits, and impressions in a week. */
import { useEffect, useState } from "preact/hooks";
import { listKeys } from "../../protocol/tables.ts";
import { useEstimate } from "../app/managementData.ts";
import { useLocale } from "../texts/locale.ts";
import { useTexts } from "../texts/management.ts";
import { type CampaignValues, writeEstimate } from "./campaignValues.ts";

/** Pause in typing before an estimate is requested. */
const PAUSE_MS = 300;

interface EstimateLineProps {
  values: CampaignValues;
  account: number | undefined;
  /** Whether a creative may be added beside it, so that it has space for an estimate. */
  mayGrow: boolean;
}

export function EstimateLine({ values, account, mayGrow }: EstimateLineProps) {
  const { campaigns: texts } = useTexts();
  const { formatCount, formatList } = useLocale();
  const names = {
    keywords: texts.keywords,
    negativeKeywords: texts.negative,
    "targeting.custom": texts.custom,
  };
  const explain = (ignored: readonly (keyof typeof names)[]) =>
    `${texts.estimateHint} ${ignored.length > 0 ? texts.ignored(formatList(ignored.map((field) => names[field]))) : ""}`;
  const request = useSettled(JSON.stringify(writeEstimate(values, account)));
  const answer = useEstimate(JSON.parse(request));
  const [many, more] = [formatCount(99_999), formatCount(99_999_999)];
  // Only fields with entries can be ignored.
  const filled = listKeys(names).filter(
    (field) => (field === "targeting.custom" ? values.custom : values[field]).length,
  );
  const estimate = answer.shown?.data;
  const hasSizes = values.creatives.some(({ active }) => active);
  const [longest, longestHint] =
    hasSizes || mayGrow
      ? [`${texts.fits(many, many)}, ${texts.most(more)}`, explain(filled)]
      : [texts.noEstimate];
  return (
    <div class={`panel ${answer.isStale ? "is-stale" : ""}`} role="status">
      <p class="reserved" data-longest={longest}>
        {!hasSizes && <span>{texts.noEstimate}</span>}
        {hasSizes && estimate && (
          <span>
            <b>{texts.fits(formatCount(estimate.zones), formatCount(estimate.zones_total))}</b>,{" "}
            {texts.most(formatCount(estimate.impressions))}
          </span>
        )}
      </p>
      {longestHint && (
        <p class="hint reserved" data-longest={longestHint}>
          {hasSizes && estimate && <span>{explain(estimate.ignored)}</span>}
        </p>
      )}
    </div>
  );
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
