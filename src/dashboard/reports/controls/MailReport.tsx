/**
 * Mails the report of the view to the user's own address. What the first load has comes by properties: an import of it
 * would split the first load into more files.
 */
import { useRef, useState } from "preact/hooks";
import type { SentMail, SignedInUser } from "../../../protocol/people.ts";
import type { ReportNowRequest } from "../../../protocol/reportMails.ts";
import type { Statistics } from "../../../statistics/statistics.ts";
import type { explainError, translate } from "../../texts/errors.ts";
import type { Locale } from "../../texts/locale.ts";
import { mailProblems } from "../../texts/mailProblemsDe.ts";
import { REPORT_MAIL_TEXTS } from "../../texts/reportMails.ts";
import { SendRegularly } from "./SendRegularly.tsx";

export interface MailReportProps {
  /** The report without its title. */
  report: Omit<ReportNowRequest, "title">;
  /** Names of its period and of its groups. */
  days: string;
  groups: string;
  client: Pick<Statistics, "request">;
  user: SignedInUser;
  locale: Locale;
  explain: { explainError: typeof explainError; translate: typeof translate };
  /** Address of the user's settings. */
  settings: string;
}

export function MailReport(props: MailReportProps) {
  const { user, locale, settings } = props;
  const texts = REPORT_MAIL_TEXTS[locale.language];
  return (
    <div class="stack tight share-part">
      <h2>{texts.heading}</h2>
      {user.canReceiveReports ? (
        <MailForm {...props} />
      ) : (
        <p class="hint">
          {texts.unconfirmed(user.email ?? "")} <a href={settings}>{texts.settings}</a>
        </p>
      )}
    </div>
  );
}

const MAX_TITLE = 100;

interface Outcome {
  isFailed: boolean;
  text: string;
}

function MailForm(props: MailReportProps) {
  const { report, days, groups, client, user, locale, explain } = props;
  const { email = "" } = user;
  const texts = REPORT_MAIL_TEXTS[locale.language];
  const usual = texts.usual(groups).slice(0, MAX_TITLE);
  const field = useRef<HTMLInputElement>(null);
  const isSending = useRef(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const [isBusy, setBusy] = useState(false);
  const readTitle = () => field.current?.value.trim() || usual;
  const explainError = (error: unknown) => explain.explainError(error, addProblems(locale));
  const send = async () => {
    // A second click can arrive before the button is rendered as busy.
    if (isSending.current) return;
    isSending.current = true;
    setBusy(true);
    setOutcome(undefined);
    try {
      const body = { ...report, title: readTitle() } satisfies ReportNowRequest;
      const { result }: { result: SentMail } = Object(
        await client.request({ method: "POST", path: "/v2/user/report", body }),
      );
      const { state, message, codes } = result;
      const text = message && explain.translate(readProblem(message, codes), addProblems(locale));
      setOutcome({ isFailed: state === "failed", text: text ?? texts.sent(email) });
    } catch (error) {
      setOutcome({ isFailed: true, text: explainError(error) });
    } finally {
      isSending.current = false;
      setBusy(false);
    }
  };
  return (
    <form
      class="stack tight"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <p class="hint">{texts.hint(email, days)}</p>
      <label class="field">
        <span>{texts.title}</span>
        <input ref={field} maxLength={MAX_TITLE} defaultValue={usual} key={usual} />
      </label>
      <button type="submit" class="button" aria-disabled={isBusy}>
        {texts.send}
      </button>
      <div class="reserved hint" data-longest={texts.sent(email)}>
        <p class="problem" role="alert">
          {outcome?.isFailed && outcome.text}
        </p>
        <p role="status">{!outcome?.isFailed && outcome?.text}</p>
      </div>
      <SendRegularly {...props} readTitle={readTitle} explainError={explainError} />
    </form>
  );
}

function readProblem(message: string, [problem = { code: "" }]: SentMail["codes"] = []) {
  const { code, ...parameters } = problem;
  return { message, code, parameters };
}

/** Adds the sentences for problems of mails. In English, the service's own are shown. */
function addProblems(locale: Locale): Locale {
  const { texts } = locale;
  const problems = locale.language === "de" ? { ...texts.problems, ...mailProblems } : texts.problems;
  return { ...locale, texts: { ...texts, problems } };
}
