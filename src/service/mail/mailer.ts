/** Port for mail. */
import type { UserLanguage } from "../../protocol/people.ts";

export interface Mail {
  /** E-mail address of a user. */
  to: string;
  language: UserLanguage;
  subject: string;
  text: string;
  html: string;
  /** Names the mail in the log, without personal data: "invitation of user 7". */
  about: string;
}

/**
 * What became of a mail. sent: the mail server accepted it. refused: it never will, because of the address or the
 * content. failed: it does not at the moment, or cannot be reached.
 */
export type MailOutcome = "sent" | "refused" | "failed";

export interface Mailer {
  /** Sends a mail once, without repeating a failed attempt. Never rejects. */
  send(mail: Mail): Promise<MailOutcome>;
  /** Finishes mails in flight for a short time, then ends them. */
  close(): Promise<void>;
}
