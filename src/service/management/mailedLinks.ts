/** Mails links to users, within limits by account, by address, and by both. */
import type { SentMail } from "../../protocol/people.ts";
import type { Account } from "../catalogue/catalogue.ts";
import { type LinkMail, writeLinkMail } from "../mail/linkTexts.ts";
import type { Mailer, MailOutcome } from "../mail/mailer.ts";
import { type Limits, takeAll } from "../net/rateLimiter.ts";
import type { User } from "../people/peopleSchema.ts";
import { waitFor } from "../runtime/waitFor.ts";
import { hashToken } from "../signing/passwords.ts";
import { describeProblem } from "../values/problemList.ts";
import { ChangeRefused } from "./refusal.ts";

/** Milliseconds that a request waits for the answer of the mail server. */
const ANSWER_MS = 5000;

interface MailedLinksParts {
  mailer: Mailer;
  limits: Pick<Limits, "mails" | "accountMailAddresses" | "mailAddresses">;
  /** Host name of the service. */
  host: string;
}

interface UserMail extends Pick<LinkMail, "kind"> {
  /** User who causes the mail; undefined for a declared or former one. */
  by?: User | undefined;
  /** Account that the mail names, and whose time zone it uses. */
  account: Account | undefined;
  link: string;
  /** ISO 8601 */
  expires_at: string;
}

export class MailedLinks {
  readonly #parts: MailedLinksParts;

  constructor(parts: MailedLinksParts) {
    this.#parts = parts;
  }

  /** Counts a mail towards the limits. Rejects with `ChangeRefused` when one is reached. */
  async count(account: number, address: string): Promise<void> {
    const { mails, accountMailAddresses, mailAddresses } = this.#parts.limits;
    const digest = hashToken(address);
    const { allowed, resetSeconds } = await takeAll([
      [mails, String(account)],
      [accountMailAddresses, `${account} ${digest}`],
      [mailAddresses, digest],
    ]);
    if (!allowed) throw new ChangeRefused(429, { code: "mails-limited", seconds: resetSeconds });
  }

  /** Sends a mail that was counted. Resolves with what is known of it after a few seconds. */
  async send(user: User, mail: UserMail): Promise<SentMail> {
    return describeSending(this.deliver(user, mail));
  }

  /** Passes a mail to the mailer at once. Resolves with its outcome. */
  deliver(user: User, { kind, by, account, link, expires_at }: UserMail): Promise<MailOutcome> {
    const { mailer, host } = this.#parts;
    const mail = writeLinkMail(
      {
        kind,
        name: user.name,
        by: by?.name,
        account: account?.name ?? "",
        host,
        link,
        expires: Date.parse(expires_at),
        timezone: account?.timezone ?? "UTC",
      },
      user.language ?? by?.language ?? "en",
    );
    return mailer.send({ ...mail, to: user.email ?? "", about: `${kind} of user ${user.id}` });
  }
}

/** Resolves with what is known of a mail after a few seconds. */
export async function describeSending(outcome: Promise<MailOutcome>): Promise<SentMail> {
  return describeOutcome(await waitFor(outcome, ANSWER_MS));
}

function describeOutcome(outcome: MailOutcome | undefined): SentMail {
  if (outcome === "sent") return { state: "sent" };
  if (outcome === undefined) return { state: "waiting", ...describeProblem({ code: "mail-waiting" }) };
  const code = outcome === "refused" ? "mail-refused" : "mail-failed";
  return { state: "failed", ...describeProblem({ code }) };
}
