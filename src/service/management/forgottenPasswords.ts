/** Links for users who forgot their password, mailed on request of anyone who knows the address. */
import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
import type { Limits } from "../net/rateLimiter.ts";
import { isDeclared } from "../people/declaredPeople.ts";
import { findByName } from "../people/people.ts";
import { email } from "../people/peopleSchema.ts";
import { hashToken } from "../signing/passwords.ts";
import { DAY_MS } from "../values/day.ts";
import { requestObject } from "../values/requestSchemas.ts";
import type { MailedLinks } from "./mailedLinks.ts";
import { PeopleChanges, type PeopleParts, validateInput } from "./peopleChanges.ts";
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

export const forgottenSchema = requestObject({ email });

export class ForgottenPasswords {
  readonly #parts: ForgottenParts;
  readonly #changes: PeopleChanges;

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
    setImmediate(() => {
      this.#send(address, mails, auditAddress).catch((error) =>
        log.error({ err: error }, "link for a forgotten password not sent"),
      );
    });
  }

  async #send(address: string, mails: MailedLinks, auditAddress: string): Promise<void> {
    const { people, catalogue, now, limits, writeLink } = this.#parts;
    const found = findByName(people(), address);
    if (found?.email === undefined || found.password === undefined || isDeclared(found.id)) return;
    if (!(await limits.forgottenUser.take(String(found.id))).allowed) return;
    const token = randomBytes(24).toString("base64url");
    const expires = new Date(now() + FORGOTTEN_LIFE).toISOString();
    const account = catalogue().accounts.get(found.accounts[0]?.account ?? 0);
    await this.#changes.make({ account, way: "interface", address: auditAddress }, ({ users }) => {
      const user = users.get(found.id);
      // A user without a password has an invitation, which must not outlive its maker's rights.
      if (user?.password === undefined) throw new ChangeRefused(404, { code: "user-gone" });
      return [{ list: "users", entry: { ...user, forgotten: { digest: hashToken(token), expires } } }];
    });
    await mails.send(found, { kind: "forgotten", account, link: writeLink(token), expires_at: expires });
  }
}
