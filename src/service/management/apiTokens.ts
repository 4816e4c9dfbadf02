/** API tokens of accounts, created and revoked by owners. Throws `ChangeRefused`. */

import { randomBytes } from "node:crypto";
import * as v from "valibot";
import type { ApiToken, CreatedApiToken } from "../../protocol/people.ts";
import { type LastUses, nameTokenUse } from "../accounts/lastUses.ts";
import { createIdCounter } from "../catalogue/document.ts";
import { isDeclared } from "../people/declaredPeople.ts";
import {
  describeDeleted,
  FORMER_USER,
  isExpired,
  listAccountTokens,
  listTokensBy,
  type People,
} from "../people/people.ts";
import { newUserName, type StoredToken, tokenRole } from "../people/peopleSchema.ts";
import { hashToken } from "../signing/passwords.ts";
import { DAY_MS } from "../values/day.ts";
import { requestObject } from "../values/requestSchemas.ts";
import { asMessage } from "../values/schemas.ts";
import { type Asking, PeopleChanges, type PeopleParts, validateInput } from "./peopleChanges.ts";
import { ChangeRefused } from "./refusal.ts";

/** Maximum tokens of an account. */
const MAX_TOKENS = 100;
const DAYS = asMessage({ code: "whole-number-range", least: 1, most: 3650 });

export const newTokenSchema = requestObject({
  name: newUserName,
  role: tokenRole,
  days: v.optional(v.pipe(v.number(DAYS), v.integer(DAYS), v.minValue(1, DAYS), v.maxValue(3650, DAYS))),
  account: v.optional(v.number(asMessage({ code: "account-id" }))),
});

interface ApiTokensParts extends PeopleParts {
  uses: Pick<LastUses, "read">;
}

export class ApiTokens {
  readonly #parts: ApiTokensParts;
  readonly #changes: PeopleChanges;

  constructor(parts: ApiTokensParts) {
    this.#parts = parts;
    this.#changes = new PeopleChanges(parts);
  }

  /** Lists the tokens that have not expired. `account`: by default the caller's own. */
  async list(asking: Asking, account?: number): Promise<ApiToken[]> {
    const id = this.#changes.requireManaged(asking, account);
    return this.#describe(listAccountTokens(this.#parts.people(), id));
  }

  /** Lists the valid tokens that a user made in some accounts. */
  async listMadeBy(user: number, accounts: ReadonlySet<number>): Promise<ApiToken[]> {
    return this.#describe(listTokensBy(this.#parts.people(), user, accounts));
  }

  async #describe(tokens: readonly StoredToken[]): Promise<ApiToken[]> {
    const { people, now, uses } = this.#parts;
    const valid = tokens.filter((token) => !isExpired(token, now()));
    const times = await uses.read(valid.map(({ id }) => nameTokenUse(id)));
    return valid.map((token) => describeToken(token, people(), times.get(nameTokenUse(token.id))));
  }

  async create(asking: Asking, input: unknown): Promise<CreatedApiToken> {
    const { name, role, days, account: named } = validateInput(newTokenSchema, input);
    const account = this.#changes.requireManaged(asking, named);
    const token = randomBytes(24).toString("base64url");
    const now = this.#parts.now();
    const { id, people } = await this.#changes.make(asking, (known, document) => {
      if (listAccountTokens(known, account).filter((one) => !isExpired(one, now)).length >= MAX_TOKENS)
        throw new ChangeRefused(409, { code: "tokens-full", most: MAX_TOKENS });
      const entry = {
        id: createIdCounter(document.tokens)(),
        account,
        name,
        role,
        digest: hashToken(token),
        created: new Date(now).toISOString(),
        // Ids of declared users depend on the file, which may assign them to other users.
        ...(asking.user !== undefined && !isDeclared(asking.user) && { creator: asking.user }),
        ...(days !== undefined && { expires: new Date(now + days * DAY_MS).toISOString() }),
      };
      return [{ list: "tokens", entry }];
    });
    return { ...describeToken(requireToken(people, id, account), people), token };
  }

  /** Revokes a token. `account`: by default the caller's own. */
  async revoke(asking: Asking, id: number, named?: number): Promise<void> {
    const account = this.#changes.requireManaged(asking, named);
    await this.#changes.make(asking, (people) => {
      requireToken(people, id, account);
      return [{ list: "tokens", entry: describeDeleted(id) }];
    });
  }
}

function requireToken({ tokens }: People, id: number, account: number): StoredToken {
  const token = tokens.get(id);
  if (token?.account === account) return token;
  throw new ChangeRefused(404, { code: "token-unknown", id });
}

function describeToken(
  { id, name, role, created, creator, expires }: StoredToken,
  { users }: People,
  lastUse?: number,
): ApiToken {
  return {
    id,
    name,
    role,
    ...(created && { created_at: created }),
    ...(isDeclared(id) && { declared: true }),
    ...(creator && { created_by: { id: creator, name: users.get(creator)?.name ?? FORMER_USER } }),
    ...(expires && { expires_at: expires }),
    ...(lastUse && { last_use: new Date(lastUse).toISOString() }),
  };
}
