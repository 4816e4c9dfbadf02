/** Port for mail. */
import type { UserLanguage } from "../../protocol/people.ts";

export interface Mail {
  /** E-mail address of a user. */
  to: string;
  language: UserLanguage;
  subject: string;
  text: string;
  html: string;
  /** Headers besides those of every mail, such as `List-Unsubscribe`. */
  headers?: Record<string, string>;
  attachments?: readonly Attachment[];
  /** Bodies to send without the attachments if the mail server refuses the size of the mail. */
  withoutAttachments?: Pick<Mail, "text" | "html">;
  /** Names the mail in the log, without personal data: "invitation of user 7". */
  about: string;
}

export interface Attachment {
  /** Name of the file. */
  name: string;
  /** Media type, such as `text/csv; charset=utf-8`. */
  type: string;
  content: string;
}

/**
 * What became of a mail. sent: the mail server accepted it. refused: it never will, because the address gets no mail.
 * failed: it did not for another reason, or cannot be reached.
 */
export type MailOutcome = "sent" | "refused" | "failed";

export interface Mailer {
  /** Sends a mail once, without repeating a failed attempt. Never rejects. */
  send(mail: Mail): Promise<MailOutcome>;
  /** Finishes mails in flight for a short time, then ends them. */
  close(): Promise<void>;
}
