/** Mails that are sent at a time of their own. */
import type { Mail } from "./mailer.ts";

/** A mail that is sent at a time of its own, not because of a request. */
export interface RegularMail {
  /** Names what is sent again and again: "report 3 of user 7". Marks are stored by it. */
  key: string;
  /**
   * Names the occasion, such as "2026-11-30". At most one mail is sent for a key and period (twice only when the mark was
   * lost). Later periods sort after earlier ones as text.
   */
  period: string;
  /** From when the mail is to be sent, and after when it is given up, milliseconds since 1970. */
  due: number;
  until: number;
  /**
   * Writes the mail, with all rights checked now. undefined: there is nothing to send, and the period is done. Rejects: it
   * is tried again later.
   */
  write(): Promise<Mail | undefined>;
  /** Called after the mail was sent, before the period is marked; called again after it rejected. */
  onSent?(): Promise<void>;
  /** Called when the mail server refused the address for good, and again after it rejected. The period is then done. */
  onRefused?(): Promise<void>;
}

export interface RegularMailSource {
  /** Lists the mails that are due now: of each key at most one, that of its latest period. */
  list(now: number): Promise<readonly RegularMail[]>;
  /** Whether a key still exists, so that its mark is kept. */
  isKept(key: string): boolean;
}

/** Marks of sent periods. They may be lost: then a mail is sent twice, never not at all. Not in backups. */
export interface SentMarks {
  read(key: string): Promise<string | undefined>;
  write(key: string, mark: string): Promise<void>;
  keep(isKept: (key: string) => boolean): Promise<void>;
}

/** Claim of the one node that sends regular mails. */
export interface MailClaim {
  /** Takes or renews the claim, and resolves with whether this node has it. Rejects when that is not known. */
  hold(): Promise<boolean>;
  /** Lets another node take the claim at once. */
  release(): Promise<void>;
}

/** Claim of a single node. */
export const SINGLE_NODE: MailClaim = { hold: async () => true, release: async () => {} };
