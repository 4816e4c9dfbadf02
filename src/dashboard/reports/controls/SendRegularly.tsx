/** Subscribes the user to the report of the view. */
import { useState } from "preact/hooks";
import type { PeriodName } from "../../../protocol/periods.ts";
import type { ReportMailRequest, ReportNowRequest } from "../../../protocol/reportMails.ts";
import type { MailFrequency } from "../../../protocol/subscriptions.ts";
import type { Statistics } from "../../../statistics/statistics.ts";
import { SETTINGS } from "../../app/router.ts";
import { useLocale } from "../../texts/locale.ts";
import { SEND_REGULARLY_TEXTS } from "../../texts/sendRegularly.ts";
import { useSending } from "./useSending.ts";

export interface SendRegularlyProps {
  /** The report without its title. */
  report: Omit<ReportNowRequest, "title">;
  readTitle(): string;
  client: Pick<Statistics, "request">;
  explain(error: unknown): string;
}

export function SendRegularly(props: SendRegularlyProps) {
  const { period, compare, ...rest } = props.report;
  const texts = SEND_REGULARLY_TEXTS[useLocale().language];
  if (typeof period !== "string") return <p class="hint">{texts.onlyRelative}</p>;
  const hasOwnDays = typeof compare === "object";
  const relative = { ...rest, period, compare: hasOwnDays ? "previous" : compare };
  const hint = hasOwnDays ? `${texts.hint} ${texts.comparedBefore}` : texts.hint;
  return <Choice key={period} {...props} report={relative} hint={hint} />;
}

interface ChoiceProps extends Omit<SendRegularlyProps, "report"> {
  report: Omit<ReportMailRequest, "title">;
  hint: string;
}

function Choice({ report, hint, readTitle, client, explain }: ChoiceProps) {
  const texts = SEND_REGULARLY_TEXTS[useLocale().language];
  const [every, setEvery] = useState(USUAL[report.period]);
  const { outcome, isBusy, run } = useSending(explain);
  const subscribe = async () => {
    const body = { every, request: { ...report, title: readTitle() } satisfies ReportMailRequest };
    await client.request({ method: "POST", path: "/v2/user/subscriptions", body });
    return { isFailed: false, text: texts.subscribed(texts.every[every]) };
  };
  return (
    <div class="stack tight">
      <label class="field">
        <span>{texts.label}</span>
        <select
          value={every}
          onChange={({ currentTarget }) => setEvery(FREQUENCIES[currentTarget.selectedIndex] ?? every)}
        >
          {FREQUENCIES.map((each) => (
            <option key={each} value={each}>
              {texts.every[each]}
            </option>
          ))}
        </select>
        <small>{hint}</small>
      </label>
      <button type="button" class="button" aria-disabled={isBusy} onClick={() => void run(subscribe)}>
        {texts.send}
      </button>
      <p class="problem" role="alert">
        {outcome?.isFailed && outcome.text}
      </p>
      <p class="hint" role="status">
        {outcome && !outcome.isFailed && (
          <>
            {outcome.text} <a href={SETTINGS}>{texts.settings}</a>
          </>
        )}
      </p>
    </div>
  );
}

const FREQUENCIES = ["day", "week", "month"] as const satisfies readonly MailFrequency[];

/** Times that suit each period. */
const USUAL: Record<PeriodName, MailFrequency> = {
  today: "day",
  yesterday: "day",
  "7d": "week",
  week: "week",
  "30d": "month",
  "90d": "month",
  month: "month",
  "last-month": "month",
  year: "month",
};
