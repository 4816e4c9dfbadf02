/** Mails the report of the view to the user's own address. */
import { useRef } from "preact/hooks";
import type { SentMail, SignedInUser } from "../../../protocol/people.ts";
import type { ReportNowRequest } from "../../../protocol/reportMails.ts";
import type { Statistics } from "../../../statistics/statistics.ts";
import { SETTINGS } from "../../app/router.ts";
import { explainError, translate } from "../../texts/errors.ts";
import { type Locale, useLocale } from "../../texts/locale.ts";
import { mailProblems } from "../../texts/mailProblemsDe.ts";
import { REPORT_MAIL_TEXTS } from "../../texts/reportMails.ts";
import { SendRegularly } from "./SendRegularly.tsx";
import { useSending } from "./useSending.ts";

export interface MailReportProps {
  /** The report without its title. */
  report: Omit<ReportNowRequest, "title">;
  /** Names of its period and of its groups. */
  days: string;
  groups: string;
  client: Pick<Statistics, "request">;
  user: SignedInUser;
}

export function MailReport(props: MailReportProps) {
  const { user } = props;
  const texts = REPORT_MAIL_TEXTS[useLocale().language];
  return (
    <div class="stack tight share-part">
      <h2>{texts.heading}</h2>
      {user.canReceiveReports ? (
        <MailForm {...props} />
      ) : (
        <p class="hint">
          {texts.unconfirmed(user.email ?? "")} <a href={SETTINGS}>{texts.settings}</a>
        </p>
      )}
    </div>
  );
}

const MAX_TITLE = 100;

function MailForm({ report, days, groups, client, user: { email = "" } }: MailReportProps) {
  const locale = addProblems(useLocale());
  const texts = REPORT_MAIL_TEXTS[locale.language];
  const usual = texts.usual(groups).slice(0, MAX_TITLE);
  const field = useRef<HTMLInputElement>(null);
  const explain = (error: unknown) => explainError(error, locale);
  const { outcome, isBusy, run } = useSending(explain);
  const readTitle = () => field.current?.value.trim() || usual;
  const send = async () => {
    const body = { ...report, title: readTitle() } satisfies ReportNowRequest;
    const { result }: { result: SentMail } = Object(
      await client.request({ method: "POST", path: "/v2/user/report", body }),
    );
    const { state, message, codes } = result;
    const text = message && translate(readProblem(message, codes), locale);
    return { isFailed: state === "failed", text: text ?? texts.sent(email) };
  };
  return (
    <form
      class="stack tight"
      onSubmit={(event) => {
        event.preventDefault();
        void run(send);
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
      <SendRegularly report={report} readTitle={readTitle} client={client} explain={explain} />
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
