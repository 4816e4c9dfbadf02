/** Links for users who forgot their password, mailed on request of anyone who knows the address. */
import { randomBytes } from "node:crypto";
import { setImmediate as immediate } from "node:timers/promises";
import type { Logger } from "pino";
import type { MailOutcome } from "../mail/mailer.ts";
import type { Limits } from "../net/rateLimiter.ts";
import { isDeclared } from "../people/declaredPeople.ts";
import { addForgotten, settleForgotten } from "../people/forgottenLinks.ts";
import { findByName } from "../people/people.ts";
import { email, type User } from "../people/peopleSchema.ts";
import { hashToken } from "../signing/passwords.ts";
import { DAY_MS } from "../values/day.ts";
import { requestObject } from "../values/requestSchemas.ts";
import type { MailedLinks } from "./mailedLinks.ts";
import { type Asking, PeopleChanges, type PeopleParts, validateInput } from "./peopleChanges.ts";
import { ChangeRefused } from "./refusal.ts";

/** Milliseconds for which a link is valid: as long as its mail counts, so a user at the limit has a valid one. */
export const FORGOTTEN_LIFE = DAY_MS;

interface ForgottenParts extends PeopleParts {
  /** Absent if the service sends no mail. */
  mails: MailedLinks | undefined;
  limits: Pick<Limits, "forgottenIp" | "forgottenUser">;
  log: Pick<Logger, "error">;
  /** Returns the address of the page that uses a link's token. */
  writeLink: (token: string) => string;
}

/** A mail whose outcome is not known yet. */
interface PendingMail {
  user: number;
  asking: Asking;
  /** Digest of the link's token. */
  digest: string;
  outcome: Promise<MailOutcome>;
}

export const forgottenSchema = requestObject({ email });

export class ForgottenPasswords {
  readonly #parts: ForgottenParts;
  readonly #changes: PeopleChanges;
  readonly #preparing = new Set<Promise<unknown>>();
  readonly #handled = new Set<Promise<unknown>>();

  constructor(parts: ForgottenParts) {
    this.#parts = parts;
    this.#changes = new PeopleChanges(parts);
  }

  /**
   * Mails a link to the user with the address. Resolves before the address is looked up, so that the answer and its time
   * do not tell whether there is one. `client`: address of the client. Throws `ChangeRefused`.
   */
  async ask(input: unknown, client: string, auditAddress: string): Promise<void> {
    const { email: address } = validateInput(forgottenSchema, input);
    const { mails, limits, log } = this.#parts;
    if (!mails) throw new ChangeRefused(409, { code: "mail-off" });
    const { allowed, resetSeconds } = await limits.forgottenIp.take(client);
    if (!allowed) throw new ChangeRefused(429, { code: "rate-limited", seconds: resetSeconds });
    const preparing = immediate().then(() => this.#prepare(address, mails, auditAddress));
    const handled = preparing
      .then((mail) => mail && this.#settle(mail))
      .catch((error) => log.error({ err: error }, "link for a forgotten password not sent"));
    keepWhilePending(this.#preparing, preparing);
    keepWhilePending(this.#handled, handled);
  }

  /** Resolves once the mails of all answered requests are passed to the mailer. */
  async waitForMails(): Promise<void> {
    await Promise.allSettled(this.#preparing);
  }

  /** Resolves once all answered requests are handled. */
  async waitForAll(): Promise<void> {
    await Promise.allSettled(this.#handled);
  }

  /** Stores a link and passes its mail to the mailer. Resolves with undefined if there is none to be sent. */
  async #prepare(
    address: string,
    mails: MailedLinks,
    auditAddress: string,
  ): Promise<PendingMail | undefined> {
    const { people, catalogue, now, writeLink, limits } = this.#parts;
    const found = findByName(people(), address);
    if (found?.email === undefined || found.password === undefined || isDeclared(found.id)) return;
    const { allowed } = await limits.forgottenUser.take(String(found.id));
    if (!allowed) return;
    try {
      const token = randomBytes(24).toString("base64url");
      const link = { digest: hashToken(token), expires: new Date(now() + FORGOTTEN_LIFE).toISOString() };
      const account = catalogue().accounts.get(found.accounts[0]?.account ?? 0);
      const asking: Asking = { account, way: "interface", address: auditAddress };
      await this.#put(asking, found.id, (user) => addForgotten(user, link, now()));
      const mail = { kind: "forgotten", account, link: writeLink(token), expires_at: link.expires } as const;
      return { user: found.id, asking, digest: link.digest, outcome: mails.deliver(found, mail) };
    } catch (error) {
      await limits.forgottenUser.giveBack(String(found.id));
      throw error;
    }
  }

  /** Ends earlier links after a sent mail. A failed one does not count, and the earlier links stay. */
  async #settle({ user: id, asking, digest, outcome }: PendingMail): Promise<void> {
    const { people, limits } = this.#parts;
    const isSent = (await outcome) === "sent";
    if (!isSent) await limits.forgottenUser.giveBack(String(id));
    const user = people().users.get(id);
    if (user && settleForgotten(user, digest, isSent) !== user)
      await this.#put(asking, id, (current) => settleForgotten(current, digest, isSent));
  }

  async #put(asking: Asking, id: number, edit: (user: User) => User): Promise<void> {
    await this.#changes.make(asking, ({ users }) => {
      const user = users.get(id);
      // A user without a password has an invitation, which must not outlive its maker's rights.
      if (user?.password === undefined) throw new ChangeRefused(404, { code: "user-gone" });
      return [{ list: "users", entry: edit(user) }];
    });
  }
}

function keepWhilePending(pending: Set<Promise<unknown>>, work: Promise<unknown>): void {
  pending.add(work);
  const drop = () => pending.delete(work);
  work.then(drop, drop);
}
