/** Confirmations of users' e-mail addresses, by a link that is mailed to them. Throws `ChangeRefused`. */
import { jwtVerify, SignJWT } from "jose";
import * as v from "valibot";
import type { SentMail } from "../../protocol/people.ts";
import { isDeclared } from "../people/declaredPeople.ts";
import type { User } from "../people/peopleSchema.ts";
import { DAY_MS } from "../values/day.ts";
import { requestObject } from "../values/requestSchemas.ts";
import { asMessage } from "../values/schemas.ts";
import type { MailedLinks } from "./mailedLinks.ts";
import { type Asking, PeopleChanges, type PeopleParts, validateInput } from "./peopleChanges.ts";
import { ChangeRefused } from "./refusal.ts";

/** Milliseconds for which a link is valid. */
export const CONFIRMATION_LIFE = 3 * DAY_MS;
const ALGORITHM = "HS256";

interface ConfirmationParts extends PeopleParts {
  /** Absent if the service sends no mail. */
  mails: MailedLinks | undefined;
  /** Signs the tokens, which are not stored. */
  key: Buffer;
  /** Returns the address of the page that uses a link's token. */
  writeLink: (token: string) => string;
}

export const confirmationSchema = requestObject({
  token: v.pipe(v.string(), v.maxLength(2000, asMessage({ code: "token" }))),
});

export class EmailConfirmations {
  readonly #parts: ConfirmationParts;
  readonly #changes: PeopleChanges;

  constructor(parts: ConfirmationParts) {
    this.#parts = parts;
    this.#changes = new PeopleChanges(parts);
  }

  /** Mails a link to the caller. */
  async send({ account, user: id }: Asking): Promise<SentMail> {
    const { mails, people, now } = this.#parts;
    const user = people().users.get(id ?? 0);
    if (!mails) throw new ChangeRefused(409, { code: "mail-off" });
    if (!user || !account) throw new ChangeRefused(404, { code: "user-gone" });
    if (isDeclared(user.id)) throw new ChangeRefused(409, { code: "sign-in-declared" });
    if (user.email === undefined) throw new ChangeRefused(409, { code: "email-missing" });
    if (user.emailConfirmed) throw new ChangeRefused(409, { code: "email-confirmed" });
    await mails.count(account.id, user.email);
    const expires = now() + CONFIRMATION_LIFE;
    const link = this.#parts.writeLink(await this.#sign(user, expires));
    return mails.send(user, {
      kind: "confirmation",
      account,
      link,
      expires_at: new Date(expires).toISOString(),
    });
  }

  /** Confirms the address for which a link was mailed. Resolves with its user. Calls `onWrong` for an invalid token. */
  async confirm(input: unknown, onWrong: () => Promise<void>, address?: string): Promise<User> {
    const { token } = validateInput(confirmationSchema, input);
    const named = await this.#verify(token);
    if (!named) {
      await onWrong();
      throw refuseConfirmation();
    }
    if (named.emailConfirmed) return named;
    const account = this.#parts.catalogue().accounts.get(named.accounts[0]?.account ?? 0);
    const { people } = await this.#changes.make(
      { account, user: named.id, way: "interface", address },
      ({ users }) => {
        // The user may have been removed meanwhile.
        const user = users.get(named.id);
        if (!user) throw refuseConfirmation();
        return [{ list: "users", entry: { ...user, emailConfirmed: true } }];
      },
    );
    return people.users.get(named.id) ?? named;
  }

  #sign({ id, email }: User, expires: number): Promise<string> {
    return new SignJWT({ email })
      .setProtectedHeader({ alg: ALGORITHM })
      .setSubject(String(id))
      .setExpirationTime(Math.floor(expires / 1000))
      .sign(this.#parts.key);
  }

  /** Finds the user of a valid token, who still has the address. */
  async #verify(token: string): Promise<User | undefined> {
    const { key, now, people } = this.#parts;
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: [ALGORITHM],
        currentDate: new Date(now()),
      });
      const user = people().users.get(Number(payload.sub));
      return user?.email === payload.email ? user : undefined;
    } catch {
      return undefined;
    }
  }
}

function refuseConfirmation(): ChangeRefused {
  return new ChangeRefused(403, { code: "confirmation-invalid" });
}
