/** Second factors of users: set-up, use, recovery codes, switching off. Throws `ChangeRefused`. */
import * as v from "valibot";
import type { SecondFactorSetup } from "../../protocol/people.ts";
import { oneTimeCode } from "../accounts/login.ts";
import {
  createRecoveryCodes,
  createSecret,
  decrypt,
  encrypt,
  findStep,
  hashRecoveryCode,
  isAppCode,
  spendCode,
  writeUri,
} from "../accounts/secondFactor.ts";
import { StoreError } from "../facts/eventStore.ts";
import { isDeclared } from "../people/declaredPeople.ts";
import { getSignInName } from "../people/people.ts";
import type { SecondFactor, User } from "../people/peopleSchema.ts";
import { requestObject } from "../values/requestSchemas.ts";
import { asMessage } from "../values/schemas.ts";
import { type Asking, PeopleChanges, type PeopleParts, validateInput } from "./peopleChanges.ts";
import { ChangeRefused, refuseField } from "./refusal.ts";

/** Milliseconds between the beginning and the confirmation of a set-up. */
export const SETUP_LIFE = 15 * 60_000;

interface SecondFactorParts extends PeopleParts {
  /** Encrypts the secrets of authenticator apps. */
  key: Buffer;
  /** Name of the service in authenticator apps. */
  issuer: string;
}

const password = v.string();
export const setupRequestSchema = requestObject({ password });
export const setupConfirmationSchema = requestObject({
  setup: v.pipe(v.string(), v.maxLength(1000, asMessage({ code: "token" }))),
  otp: oneTimeCode,
});
export const factorUseSchema = requestObject({ password, otp: oneTimeCode });

export class SecondFactors {
  readonly #parts: SecondFactorParts;
  readonly #changes: PeopleChanges;

  constructor(parts: SecondFactorParts) {
    this.#parts = parts;
    this.#changes = new PeopleChanges(parts);
  }

  /** Creates a secret. It is not stored: the client returns it, encrypted, with the confirmation. */
  begin(user: User): SecondFactorSetup {
    const { key, issuer, now } = this.#parts;
    const secret = createSecret();
    const pending = JSON.stringify({ secret, expires: now() + SETUP_LIFE });
    return {
      secret,
      uri: writeUri(secret, issuer, getSignInName(user)),
      setup: encrypt(key, pending, nameSetup(user.id)),
    };
  }

  /** Switches the second factor on, and ends all sign-ins of the user. Resolves with the user and the recovery codes. */
  async confirm(asking: Asking, input: unknown): Promise<{ user: User; codes: string[] }> {
    const { setup, otp } = validateInput(setupConfirmationSchema, input);
    const { key, now } = this.#parts;
    const id = asking.user ?? 0;
    const secret = readSetup(decrypt(key, setup, nameSetup(id)), now());
    if (secret === undefined) throw new ChangeRefused(403, { code: "second-factor-setup" });
    const lastStep = isAppCode(otp) ? findStep(secret, otp, now()) : undefined;
    if (lastStep === undefined) throw refuseCode();
    const codes = createRecoveryCodes();
    const secondFactor: SecondFactor = {
      secret: encrypt(key, secret, nameSecret(id)),
      lastStep,
      recovery: codes.map(hashRecoveryCode),
    };
    const user = await this.#put(asking, id, (user) => {
      requireNone(user);
      return { ...user, secondFactor, signInsEnded: (user.signInsEnded ?? 0) + 1 };
    });
    return { user, codes };
  }

  /** Replaces the recovery codes. */
  async renewCodes(asking: Asking): Promise<string[]> {
    const codes = createRecoveryCodes();
    await this.#put(asking, asking.user ?? 0, (user) => {
      const { secondFactor } = requireOne(user);
      return { ...user, secondFactor: { ...secondFactor, recovery: codes.map(hashRecoveryCode) } };
    });
    return codes;
  }

  async switchOff(asking: Asking): Promise<void> {
    await this.#put(asking, asking.user ?? 0, ({ secondFactor: _, ...user }) => user);
  }

  /**
   * Uses a code up: the change of the user's entry is compared on all nodes, so of simultaneous requests one succeeds.
   * Resolves with undefined if the code is wrong, or if the user has changed the password meanwhile. Rejects with
   * `StoreError` while it cannot be stored.
   */
  async spend({ id, password }: User, code: string): Promise<User | undefined> {
    const { catalogue, people, now } = this.#parts;
    const account = catalogue().accounts.get(people().users.get(id)?.accounts[0]?.account ?? 0);
    // The audit log lists used recovery codes only.
    const asking: Asking = isAppCode(code) ? {} : { account, user: id, way: "interface" };
    try {
      return await this.#put(asking, id, (user) => {
        const left =
          user.password === password && user.secondFactor && this.#spend(id, user.secondFactor, code, now());
        if (!left) throw refuseCode();
        return { ...user, secondFactor: left };
      });
    } catch (error) {
      if (!(error instanceof ChangeRefused)) throw error;
      if (error.status === 503) throw new StoreError("away", error.message, error);
      return undefined;
    }
  }

  #spend(id: number, factor: SecondFactor, code: string, now: number): SecondFactor | undefined {
    return spendCode(factor, decrypt(this.#parts.key, factor.secret, nameSecret(id)), code, now);
  }

  async #put(asking: Asking, id: number, edit: (user: User) => User): Promise<User> {
    const { people } = await this.#changes.make(asking, ({ users }) => {
      const user = users.get(id);
      if (!user) throw refuseUser();
      return [{ list: "users", entry: edit(user) }];
    });
    const user = people.users.get(id);
    if (!user) throw refuseUser();
    return user;
  }
}

/** Throws if the user cannot set up a second factor. */
export function requireNone(user: User | undefined): User {
  if (!user) throw refuseUser();
  if (isDeclared(user.id)) throw new ChangeRefused(409, { code: "sign-in-declared" });
  if (user.secondFactor) throw new ChangeRefused(409, { code: "second-factor-on" });
  return user;
}

/** Throws if the user has no second factor. */
export function requireOne(user: User | undefined): User & { secondFactor: SecondFactor } {
  if (!user?.secondFactor) throw new ChangeRefused(409, { code: "second-factor-off" });
  return { ...user, secondFactor: user.secondFactor };
}

/** Purposes of encrypted texts, so that one of another user cannot be used. */
const nameSetup = (user: number) => `set-up for user ${user}`;
const nameSecret = (user: number) => `secret of user ${user}`;

const pendingSchema = v.strictObject({ secret: v.string(), expires: v.number() });

function readSetup(text: string | undefined, now: number): string | undefined {
  if (text === undefined) return undefined;
  const { secret, expires } = v.parse(pendingSchema, JSON.parse(text));
  return expires > now ? secret : undefined;
}

export function refuseCode(): ChangeRefused {
  return refuseField("otp", { code: "second-factor-wrong" }, 403);
}

function refuseUser(): ChangeRefused {
  return new ChangeRefused(404, { code: "user-gone" });
}
