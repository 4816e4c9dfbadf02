/** Subscribes the user to the report of the view. */
import { useRef, useState } from "preact/hooks";
import type { PeriodName } from "../../../protocol/periods.ts";
import type { ReportMailRequest, ReportNowRequest } from "../../../protocol/reportMails.ts";
import type { MailFrequency } from "../../../protocol/subscriptions.ts";
import type { Statistics } from "../../../statistics/statistics.ts";
import type { Locale } from "../../texts/locale.ts";
import { SEND_REGULARLY_TEXTS } from "../../texts/sendRegularly.ts";

export interface SendRegularlyProps {
  /** The report without its title. */
  report: Omit<ReportNowRequest, "title">;
  readTitle(): string;
  client: Pick<Statistics, "request">;
  locale: Locale;
  explainError(error: unknown): string;
  /** Address of the user's settings. */
  settings: string;
}

export function SendRegularly(props: SendRegularlyProps) {
  const { report, locale } = props;
  const { period, compare, ...rest } = report;
  const texts = SEND_REGULARLY_TEXTS[locale.language];
  if (typeof period !== "string") return <p class="hint">{texts.onlyRelative}</p>;
  const relative = { ...rest, period, compare: typeof compare === "string" ? compare : "previous" } as const;
  return <Choice key={period} {...props} report={relative} />;
}

interface Outcome {
  isFailed: boolean;
  text: string;
}

interface ChoiceProps extends Omit<SendRegularlyProps, "report"> {
  report: Omit<ReportMailRequest, "title">;
}

function Choice({ report, readTitle, client, locale, explainError, settings }: ChoiceProps) {
  const texts = SEND_REGULARLY_TEXTS[locale.language];
  const [every, setEvery] = useState(USUAL[report.period]);
  const [outcome, setOutcome] = useState<Outcome>();
  const [isBusy, setBusy] = useState(false);
  const isSending = useRef(false);
  const subscribe = async () => {
    // A second click can arrive before the button is rendered as busy.
    if (isSending.current) return;
    isSending.current = true;
    setBusy(true);
    setOutcome(undefined);
    try {
      const body = { every, request: { ...report, title: readTitle() } satisfies ReportMailRequest };
      await client.request({ method: "POST", path: "/v2/user/subscriptions", body });
      setOutcome({ isFailed: false, text: texts.subscribed(texts.every[every]) });
    } catch (error) {
      setOutcome({ isFailed: true, text: explainError(error) });
    } finally {
      isSending.current = false;
      setBusy(false);
    }
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
        <small>{texts.hint}</small>
      </label>
      <button type="button" class="button" aria-disabled={isBusy} onClick={() => void subscribe()}>
        {texts.send}
      </button>
      <p class="problem" role="alert">
        {outcome?.isFailed && outcome.text}
      </p>
      <p class="hint" role="status">
        {outcome && !outcome.isFailed && (
          <>
            {outcome.text} <a href={settings}>{texts.settings}</a>
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
