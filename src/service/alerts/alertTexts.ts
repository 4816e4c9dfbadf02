/** Texts of the mail "what needs you". */
import type { UserLanguage } from "../../protocol/people.ts";
import type { Mail } from "../mail/mailer.ts";
import { cleanName, LOCALES, type MailItem, writeMail } from "../mail/mailText.ts";
import { type AnyProblem, PROBLEM_KINDS, type ProblemKind, type Problems } from "./findProblems.ts";

/** Maximum problems of a kind that a mail lists. */
const MAX_LISTED = 20;

/** A problem with cleaned names and formatted values. */
interface Shown {
  name: string;
  /** Name with those of what contains it and of its owner. */
  label: string;
  /** Percent of the total that a late campaign will reach. */
  percent: string;
  /** Last day of a late campaign. */
  to: string;
  /** Last day of a campaign that has ended; absent for one that has used up its total. */
  ended: string | undefined;
}

interface KindTexts {
  /** Subject of a mail with one problem of this kind, or with several. */
  one(problem: Shown): string;
  many(count: number): string;
  /** Sentence above the list. */
  head: string;
  /** Adds to the label what is wrong. */
  describe?(problem: Shown): string;
}

interface Texts {
  greeting(name: string): string;
  lead(account: string, host: string): string;
  kinds: Record<ProblemKind, KindTexts>;
  /** Follows the subject when there are problems of other kinds. */
  others(count: number): string;
  more(count: number): string;
  /** Why the mail comes. */
  why: string;
  end: string;
}

const TEXTS: Record<UserLanguage, Texts> = {
  en: {
    greeting: (name) => `Hello ${name},`,
    lead: (account, host) => `This is new in the account ${account} on ${host}.`,
    kinds: {
      silent: {
        one: ({ name }) => `No requests for a day: ${name}`,
        many: (count) => `${count} zones have had no requests for a day`,
        head: "Zones without requests for a day, which had some in the week before:",
      },
      late: {
        one: ({ name }) => `${name} will miss its total`,
        many: (count) => `${count} campaigns will miss their totals`,
        head: "Campaigns that will miss their totals at the rate of the last days:",
        describe: ({ label, percent, to }) => `${label}: will reach ${percent} by ${to}`,
      },
      finished: {
        one: ({ name, ended }) => (ended ? `${name} has ended` : `${name} has used up its total`),
        many: (count) => `${count} campaigns have ended or used up their totals`,
        head: "Campaigns that no longer run:",
        describe: ({ label, ended }) => `${label}: ${ended ? `ended on ${ended}` : "has used up its total"}`,
      },
      waiting: {
        one: ({ name }) => `A creative waits for approval: ${name}`,
        many: (count) => `${count} creatives wait for approval`,
        head: "Creatives that wait for approval:",
      },
    },
    others: (count) => `, and ${count} other ${count === 1 ? "problem" : "problems"}`,
    more: (count) => `${count} more`,
    why: "You get this mail because you switched it on for this account. Each problem is mailed once, until it is over.",
    end: "End these mails",
  },
  de: {
    greeting: (name) => `Hallo ${name},`,
    lead: (account, host) => `das ist neu im Konto ${account} auf ${host}.`,
    kinds: {
      silent: {
        one: ({ name }) => `Seit einem Tag keine Anfragen: ${name}`,
        many: (count) => `${count} Zonen seit einem Tag ohne Anfragen`,
        head: "Zonen, die seit einem Tag keine Anfragen haben, aber in der Woche davor welche hatten:",
      },
      late: {
        one: ({ name }) => `${name} verfehlt das Gesamtziel`,
        many: (count) => `${count} Kampagnen verfehlen ihr Gesamtziel`,
        head: "Kampagnen, die beim Tempo der letzten Tage ihr Gesamtziel verfehlen:",
        describe: ({ label, percent, to }) => `${label}: erreicht ${percent} bis ${to}`,
      },
      finished: {
        one: ({ name, ended }) => (ended ? `${name} ist beendet` : `${name} ist ausgeschöpft`),
        many: (count) => `${count} Kampagnen sind beendet oder ausgeschöpft`,
        head: "Kampagnen, die nicht mehr laufen:",
        describe: ({ label, ended }) => `${label}: ${ended ? `endete am ${ended}` : "ausgeschöpft"}`,
      },
      waiting: {
        one: ({ name }) => `Ein Werbemittel wartet auf Freigabe: ${name}`,
        many: (count) => `${count} Werbemittel warten auf Freigabe`,
        head: "Werbemittel, die auf Freigabe warten:",
      },
    },
    others: (count) => ` und ${count} ${count === 1 ? "weiteres Problem" : "weitere Probleme"}`,
    more: (count) => `${count} weitere`,
    why: "Du bekommst diese E-Mail, weil du sie für dieses Konto eingeschaltet hast. Jedes Problem wird einmal gemeldet, bis es vorbei ist.",
    end: "Diese E-Mails beenden",
  },
};

/** Pages of the dashboard: of one problem, before its id, and of all. */
const PAGES: Record<ProblemKind, { one: string; all: string }> = {
  silent: { one: "?place=inventory&zone=", all: "?place=inventory" },
  late: { one: "?place=campaigns&campaign=", all: "?place=campaigns" },
  finished: { one: "?place=campaigns&campaign=", all: "?place=campaigns" },
  waiting: { one: "?place=campaigns&creative=", all: "?place=approvals" },
};

interface AlertMail {
  /** Name of the user. */
  name: string;
  /** Name of the account. */
  account: string;
  /** Origin of the service. */
  origin: string;
  problems: Problems;
  /** To which account to switch before a link is opened; undefined if the user has one account. */
  hint: string | undefined;
  /** Address that ends the mails. */
  end: string;
}

/** Writes the mail about some problems, of which there is at least one. */
export function writeAlertMail(
  { name, account, origin, problems, hint, end }: AlertMail,
  language: UserLanguage,
): Omit<Mail, "to" | "about"> {
  const texts = TEXTS[language];
  const dashboard = `${origin}/dashboard/`;
  const show = createShow(language);
  const list = (kind: ProblemKind): { items: MailItem[] } => {
    const { describe = ({ label }) => label } = texts.kinds[kind];
    const all: readonly AnyProblem[] = problems[kind];
    const items = all.slice(0, MAX_LISTED).map((problem) => ({
      text: describe(show(problem)),
      link: dashboard + PAGES[kind].one + problem.id,
    }));
    const more = all.length - items.length;
    return more === 0
      ? { items }
      : { items: [...items, { text: texts.more(more), link: dashboard + PAGES[kind].all }] };
  };
  const kinds = PROBLEM_KINDS.filter((kind) => problems[kind].length > 0);
  return writeMail(
    {
      subject: writeSubject(problems, kinds, texts, show),
      paragraphs: [
        texts.greeting(cleanName(name)),
        texts.lead(cleanName(account), new URL(origin).hostname),
        ...kinds.flatMap((kind) => [texts.kinds[kind].head, list(kind)]),
        ...(hint ? [hint] : []),
        texts.why,
        { link: end, label: texts.end, isQuiet: true },
      ],
    },
    language,
  );
}

/** Names the first kind of problems, and counts the others. */
function writeSubject(
  problems: Problems,
  [first, ...others]: readonly ProblemKind[],
  texts: Texts,
  show: (problem: AnyProblem) => Shown,
): string {
  if (!first) return "";
  const { one, many } = texts.kinds[first];
  const [only, ...further]: readonly AnyProblem[] = problems[first];
  const lead = only && further.length === 0 ? one(show(only)) : many(further.length + 1);
  const count = others.reduce((sum, kind) => sum + problems[kind].length, 0);
  return count === 0 ? lead : lead + texts.others(count);
}

function createShow(language: UserLanguage): (problem: AnyProblem) => Shown {
  const locale = LOCALES[language];
  // Days of campaigns are UTC days.
  const days = new Intl.DateTimeFormat(locale, {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
  const percent = new Intl.NumberFormat(locale, { style: "percent" });
  const format = (day: string | undefined) => day && days.format(Date.parse(day));
  return ({ id, name, parent, owner, forecast = 0, to, ended }) => {
    const context = [parent, owner].flatMap((one) => (one === undefined ? [] : cleanName(one)));
    const cleaned = cleanName(name) || `#${id}`;
    return {
      name: cleaned,
      label: context.length > 0 ? `${cleaned} (${context.join(", ")})` : cleaned,
      percent: percent.format(Math.floor(100 * forecast) / 100),
      to: format(to) ?? "",
      ended: format(ended),
    };
  };
}
