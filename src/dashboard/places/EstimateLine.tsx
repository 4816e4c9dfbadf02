/** How many zones a campaign fits that is being written, and what the last week would have given it. */
import { useEffect, useState } from "preact/hooks";
import { useLocale } from "../locale.ts";
import { useEstimate } from "./data.ts";
import { type Draft, writeEstimate } from "./draft.ts";
import { useTexts } from "./texts.ts";

/** Somebody who types is not asked after with every letter. */
const PAUSE_MS = 300;

export function EstimateLine({ draft, account }: { draft: Draft; account: number | undefined }) {
  const { campaigns: texts } = useTexts();
  const { formatCount } = useLocale();
  const request = useSettled(JSON.stringify(writeEstimate(draft, account)));
  const answer = useEstimate(JSON.parse(request));
  const estimate = answer.shown?.data;
  const hasSizes = draft.creatives.some(({ active }) => active);
  return (
    <div class={`estimate ${answer.isStale ? "estimate-stale" : ""}`} role="status">
      {!hasSizes && <p>{texts.noEstimate}</p>}
      {hasSizes && estimate && (
        <>
          <p>
            <b>{texts.fits(formatCount(estimate.zones), formatCount(estimate.zones_total))}</b>,{" "}
            {texts.most(formatCount(estimate.impressions))}
          </p>
          <p class="hint">{texts.estimateHint}</p>
        </>
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
