/** Texts of mails with a link: invitations, new passwords and confirmations of an address. */
import type { UserLanguage } from "../../protocol/people.ts";
import type { Mail } from "./mailer.ts";
import { cleanName, type MailText, writeMail } from "./mailText.ts";
import { formatMailTime } from "./mailTime.ts";

export interface LinkMail {
  kind: "invitation" | "reset" | "forgotten" | "confirmation";
  /** Name of the user. */
  name: string;
  /** Name of the user who caused the mail; undefined if it is not known. */
  by?: string | undefined;
  /** Name of the account. */
  account: string;
  /** Host name of the service. */
  host: string;
  link: string;
  /** End of the link's validity, milliseconds since 1970, and the time zone to write it in. */
  expires: number;
  timezone: string;
}

type Values = Omit<LinkMail, "kind" | "expires" | "timezone"> & { until: string };

const TEXTS: Record<UserLanguage, Record<LinkMail["kind"], (values: Values) => MailText>> = {
  en: {
    invitation: ({ name, by, account, host, link, until }) => ({
      subject: `Invitation to ${account} on ${host}`,
      paragraphs: [
        `Hello ${name},`,
        `${by ?? "An owner"} invites you to the account ${account} on ${host}. Set a password to sign in.`,
        { link, label: "Set a password" },
        `The link works once, until ${until}. If you do not expect this invitation, ignore this mail.`,
      ],
    }),
    reset: ({ name, by, account, host, link, until }) => ({
      subject: `New password for ${host}`,
      paragraphs: [
        `Hello ${name},`,
        `${by ?? "An owner"} of the account ${account} has sent you a link for setting a new password on ${host}.`,
        { link, label: "Set a new password" },
        `The link works once, until ${until}. Until then your present password stays valid. If you need no new one, ignore this mail.`,
      ],
    }),
    forgotten: ({ name, host, link, until }) => ({
      subject: `New password for ${host}`,
      paragraphs: [
        `Hello ${name},`,
        `Someone who entered your e-mail address on ${host} asked for a new password.`,
        { link, label: "Set a new password" },
        `The link works once, until ${until}, and then signs you out everywhere. If it was not you, ignore this mail: your password stays valid.`,
      ],
    }),
    confirmation: ({ name, host, link, until }) => ({
      subject: `Confirm your e-mail address for ${host}`,
      paragraphs: [
        `Hello ${name},`,
        `Please confirm that you receive mails from ${host} at this address.`,
        { link, label: "Confirm the address" },
        `The link is valid until ${until}. If you did not ask for this mail, ignore it.`,
      ],
    }),
  },
  de: {
    invitation: ({ name, by, account, host, link, until }) => ({
      subject: `Einladung zu ${account} auf ${host}`,
      paragraphs: [
        `Hallo ${name},`,
        `${by ?? "Ein Inhaber"} lädt dich zum Konto ${account} auf ${host} ein. Lege ein Passwort fest, um dich anzumelden.`,
        { link, label: "Passwort festlegen" },
        `Der Link gilt einmal, bis ${until}. Wenn du diese Einladung nicht erwartest, ignoriere diese E-Mail.`,
      ],
    }),
    reset: ({ name, by, account, host, link, until }) => ({
      subject: `Neues Passwort für ${host}`,
      paragraphs: [
        `Hallo ${name},`,
        `${by ?? "Ein Inhaber"} vom Konto ${account} hat dir einen Link geschickt, mit dem du auf ${host} ein neues Passwort festlegst.`,
        { link, label: "Neues Passwort festlegen" },
        `Der Link gilt einmal, bis ${until}. Bis dahin bleibt dein jetziges Passwort gültig. Wenn du kein neues brauchst, ignoriere diese E-Mail.`,
      ],
    }),
    forgotten: ({ name, host, link, until }) => ({
      subject: `Neues Passwort für ${host}`,
      paragraphs: [
        `Hallo ${name},`,
        `jemand hat auf ${host} deine E-Mail-Adresse eingegeben und ein neues Passwort verlangt.`,
        { link, label: "Neues Passwort festlegen" },
        `Der Link gilt einmal, bis ${until}, und meldet dich dann überall ab. Wenn du das nicht warst, ignoriere diese E-Mail: Dein Passwort bleibt gültig.`,
      ],
    }),
    confirmation: ({ name, host, link, until }) => ({
      subject: `Bestätige deine E-Mail-Adresse für ${host}`,
      paragraphs: [
        `Hallo ${name},`,
        `bestätige, dass du E-Mails von ${host} an dieser Adresse bekommst.`,
        { link, label: "Adresse bestätigen" },
        `Der Link gilt bis ${until}. Wenn du diese E-Mail nicht angefordert hast, ignoriere sie.`,
      ],
    }),
  },
};

export function writeLinkMail(
  { kind, expires, timezone, ...values }: LinkMail,
  language: UserLanguage,
): Omit<Mail, "to" | "about"> {
  const { name, by, account } = values;
  const cleaned = { name: cleanName(name), by: by && cleanName(by), account: cleanName(account) };
  const until = formatMailTime(expires, timezone, language);
  return writeMail(TEXTS[language][kind]({ ...values, ...cleaned, until }), language);
}
