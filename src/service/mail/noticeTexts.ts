/** Texts of notices: mails about a change of a user's access by somebody else. */
import type { UserLanguage, UserRole } from "../../protocol/people.ts";
import type { Mail } from "./mailer.ts";
import { cleanName, type MailText, writeMail } from "./mailText.ts";
import { formatMailTime } from "./mailTime.ts";

/** A change of a user's access. */
export type NoticeChange =
  /** password-link: somebody has a link for setting a password. password-set: such a link was used. */
  | { kind: "password-link" | "password-set" | "password-removed" | "second-factor-off" }
  /** Role in an account before and after the change; absent: none. */
  | { kind: "role"; account: string; before?: UserRole | undefined; after?: UserRole | undefined };

/** Who changed it: a user or an owner of an account. Without both, a command on the server. */
interface Author {
  name?: string | undefined;
  account?: string | undefined;
}

export interface Notice {
  change: NoticeChange;
  /** Name of the user. */
  name: string;
  by: Author;
  /** Host name of the service. */
  host: string;
  /** Address of the dashboard. */
  link: string;
  /** Time of the change, milliseconds since 1970, and the time zone to write it in. */
  time: number;
  timezone: string;
  /** Whether further changes of this kind send no mail for now. */
  isLast: boolean;
}

type Values = Pick<Notice, "host"> & { by: string; when: string };
type RoleChange = Extract<NoticeChange, { kind: "role" }>;

interface Texts {
  hello: (name: string) => string;
  describeAuthor: (author: Author) => string;
  open: string;
  last: string;
  changes: Record<Exclude<NoticeChange["kind"], "role">, (values: Values) => TextOf>;
  role: (change: RoleChange, values: Values) => TextOf;
}

/** Subject, what happened, and what the user should do. */
type TextOf = readonly [subject: string, change: string, remedy: string];

const ROLES_DE: Record<UserRole, string> = { viewer: "Betrachter", editor: "Bearbeiter", owner: "Inhaber" };

const TEXTS: Record<UserLanguage, Texts> = {
  en: {
    hello: (name) => `Hello ${name},`,
    describeAuthor: ({ name, account }) => {
      if (account === undefined) return "a command on the server";
      return name === undefined ? `an owner of the account ${account}` : `${name} (account ${account})`;
    },
    open: "Open the dashboard",
    last: "Further changes of this kind send no mail in the next 24 hours. The dashboard lists them under Changes.",
    changes: {
      "password-link": ({ by, host, when }) => [
        `A link for a new password was made on ${host}`,
        `On ${when}, ${by} made a link with which a new password can be set for you on ${host}. Your password is valid until the link is used.`,
        "If you do not expect this, request a new password under “Forgot password?” at the sign-in and set it, which ends the link, and tell an owner of your account.",
      ],
      "password-set": ({ by, host, when }) => [
        `Your password on ${host} was changed`,
        `On ${when}, a new password was set for you on ${host}, with a link made by ${by}. You were signed out everywhere.`,
        "If it was not you, request another password under “Forgot password?” at the sign-in, and tell an owner of your account.",
      ],
      "password-removed": ({ by, host, when }) => [
        `Your password on ${host} was removed`,
        `On ${when}, ${by} gave you more rights on ${host}. Your password was therefore removed, because others may know it, and you were signed out everywhere.`,
        "To sign in again, you need a link for a new password. If none has arrived, ask an owner of your account for it.",
      ],
      "second-factor-off": ({ by, host, when }) => [
        `Your second factor on ${host} was switched off`,
        `On ${when}, ${by} switched off your second factor on ${host}. Your password alone is enough to sign in. You were signed out everywhere.`,
        "Set up a second factor again under Settings. If you did not ask for this, also change your password, and tell an owner of your account.",
      ],
    },
    role: ({ account, before, after }, { by, host, when }) => {
      const remedy = "If you do not expect this, ask an owner of the account.";
      if (before === undefined)
        return [
          `You now have access to ${account} on ${host}`,
          `On ${when}, ${by} added you to the account ${account} on ${host}. Your role is ${after}.`,
          remedy,
        ];
      if (after === undefined)
        return [
          `You no longer have access to ${account} on ${host}`,
          `On ${when}, ${by} removed you from the account ${account} on ${host}. Your role was ${before}.`,
          remedy,
        ];
      return [
        `Your role in ${account} on ${host} was changed`,
        `On ${when}, ${by} changed your role in the account ${account} on ${host} from ${before} to ${after}.`,
        remedy,
      ];
    },
  },
  de: {
    hello: (name) => `Hallo ${name},`,
    describeAuthor: ({ name, account }) => {
      if (account === undefined) return "ein Befehl auf dem Server";
      return name === undefined ? `ein Inhaber des Kontos ${account}` : `${name} (Konto ${account})`;
    },
    open: "Dashboard öffnen",
    last: "Für weitere Änderungen dieser Art bekommst du in den nächsten 24 Stunden keine E-Mail. Das Dashboard zeigt sie unter „Änderungen“.",
    changes: {
      "password-link": ({ by, host, when }) => [
        `Auf ${host} wurde ein Link für ein neues Passwort erstellt`,
        `Am ${when} hat ${by} einen Link erstellt, mit dem sich auf ${host} ein neues Passwort für dich festlegen lässt. Dein Passwort gilt, bis der Link benutzt wird.`,
        "Wenn du das nicht erwartest, fordere bei der Anmeldung unter „Passwort vergessen?“ ein neues Passwort an und lege es fest. Damit endet der Link. Sage außerdem einem Inhaber deines Kontos Bescheid.",
      ],
      "password-set": ({ by, host, when }) => [
        `Dein Passwort auf ${host} wurde geändert`,
        `Am ${when} wurde auf ${host} ein neues Passwort für dich festgelegt. Den Link dafür hat ${by} erstellt. Du wurdest überall abgemeldet.`,
        "Wenn du das nicht warst, fordere bei der Anmeldung unter „Passwort vergessen?“ ein anderes Passwort an und sage einem Inhaber deines Kontos Bescheid.",
      ],
      "password-removed": ({ by, host, when }) => [
        `Dein Passwort auf ${host} wurde entfernt`,
        `Am ${when} hat ${by} dir auf ${host} mehr Rechte gegeben. Dein Passwort wurde deshalb entfernt, weil andere es kennen könnten, und du wurdest überall abgemeldet.`,
        "Um dich wieder anzumelden, brauchst du einen Link für ein neues Passwort. Wenn keiner angekommen ist, bitte einen Inhaber deines Kontos darum.",
      ],
      "second-factor-off": ({ by, host, when }) => [
        `Dein zweiter Faktor auf ${host} wurde ausgeschaltet`,
        `Am ${when} hat ${by} deinen zweiten Faktor auf ${host} ausgeschaltet. Zum Anmelden genügt jetzt dein Passwort. Du wurdest überall abgemeldet.`,
        "Richte unter „Einstellungen“ wieder einen zweiten Faktor ein. Wenn du nicht darum gebeten hast, ändere auch dein Passwort und sage einem Inhaber deines Kontos Bescheid.",
      ],
    },
    role: ({ account, before, after }, { by, host, when }) => {
      const remedy = "Wenn du das nicht erwartest, frage einen Inhaber des Kontos.";
      if (before === undefined)
        return [
          `Du hast jetzt Zugang zu ${account} auf ${host}`,
          `Am ${when} hat ${by} dich zum Konto ${account} auf ${host} hinzugefügt. Deine Rolle ist ${nameRole(after)}.`,
          remedy,
        ];
      if (after === undefined)
        return [
          `Du hast keinen Zugang mehr zu ${account} auf ${host}`,
          `Am ${when} hat ${by} dich aus dem Konto ${account} auf ${host} entfernt. Deine Rolle war ${nameRole(before)}.`,
          remedy,
        ];
      return [
        `Deine Rolle in ${account} auf ${host} wurde geändert`,
        `Am ${when} hat ${by} deine Rolle im Konto ${account} auf ${host} von ${nameRole(before)} zu ${nameRole(after)} geändert.`,
        remedy,
      ];
    },
  },
};

function nameRole(role: UserRole | undefined): string {
  return role ? ROLES_DE[role] : "";
}

export function writeNotice(notice: Notice, language: UserLanguage): Omit<Mail, "to" | "about"> {
  const { change, by, host, link, time, timezone, isLast } = notice;
  const texts = TEXTS[language];
  const author = { name: by.name && cleanName(by.name), account: by.account && cleanName(by.account) };
  const values = {
    by: texts.describeAuthor(author),
    host,
    when: formatMailTime(time, timezone, language),
  };
  const [subject, done, remedy] =
    change.kind === "role"
      ? texts.role({ ...change, account: cleanName(change.account) }, values)
      : texts.changes[change.kind](values);
  const text: MailText = {
    subject,
    paragraphs: [
      texts.hello(cleanName(notice.name)),
      done,
      remedy,
      ...(isLast ? [texts.last] : []),
      { link, label: texts.open },
    ],
  };
  return writeMail(text, language);
}
