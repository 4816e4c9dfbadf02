/**
 * Users of accounts: invited, changed and removed by owners, and their links for setting a password. Throws
 * `ChangeRefused`.
 */
import { randomBytes } from "node:crypto";
import * as v from "valibot";
import type { AccountUser, NewUser, UserLink, UserRole } from "../../protocol/people.ts";
import { type LastUses, nameSignIn } from "../accounts/lastUses.ts";
import type { Confirmation } from "../accounts/login.ts";
import { createIdCounter, type Put } from "../catalogue/document.ts";
import { nameUser } from "../people/accountSignIn.ts";
import { endEarlierAccess, isLinkValid, switchAlerts } from "../people/changedRights.ts";
import { isDeclared } from "../people/declaredPeople.ts";
import { listForgotten } from "../people/forgottenLinks.ts";
import type { PeopleDocument, PeopleList } from "../people/livePeople.ts";
import {
  describeDeleted,
  describeUser,
  findByName,
  listAccountUsers,
  listReach,
  listTokensBy,
  type People,
} from "../people/people.ts";
import { cutName, email, newUserName, type User, userLanguage, userRole } from "../people/peopleSchema.ts";
import { hashPassword, hashToken } from "../signing/passwords.ts";
import { isSameText } from "../signing/sameText.ts";
import { DAY_MS } from "../values/day.ts";
import { isObject } from "../values/object.ts";
import { requestObject } from "../values/requestSchemas.ts";
import { asMessage, strictObject } from "../values/schemas.ts";
import type { MailedLinks } from "./mailedLinks.ts";
import { requireRecipient } from "./mailRecipient.ts";
import { type Asking, BY_COMMAND, PeopleChanges, type PeopleParts, validateInput } from "./peopleChanges.ts";
import { ChangeRefused, refuseField } from "./refusal.ts";
import { hashNewPassword } from "./rules.ts";

/** Milliseconds for which a link is valid. */
export const LINK_LIFE = 3 * DAY_MS;
/** Maximum users of an account. */
const MAX_USERS = 1000;

interface UsersParts extends PeopleParts {
  /** Returns the address of the page that uses a link's token. */
  writeLink: (token: string) => string;
  /** Mails links to users with an e-mail address; absent: whoever makes a link gets it. */
  mails?: MailedLinks | undefined;
  /** Last sign-ins. */
  uses: Pick<LastUses, "read">;
}

interface Invited {
  user: AccountUser;
  /** Link for setting a password, or the mail with it; absent for a user who keeps the current one. */
  link?: UserLink;
}

interface CreatedLink extends UserLink {
  link: string;
}

interface NewOwner {
  /** Id and name of the account. */
  id: number;
  name: string;
  /** E-mail address or user name. */
  signIn: string;
  /** Hash of the password. */
  password: string;
}

const accountId = v.optional(v.number(asMessage({ code: "account-id" })));
export const newUserSchema = requestObject({
  email,
  name: newUserName,
  language: v.optional(userLanguage),
  role: userRole,
  account: accountId,
});
const knownUserSchema = requestObject({
  user: v.number(asMessage({ code: "user-id" })),
  role: userRole,
  account: accountId,
});
export const userChangeSchema = requestObject({ role: userRole, account: accountId });
export const ownChangeSchema = strictObject({
  name: v.optional(newUserName),
  language: v.optional(userLanguage),
  password: v.optional(v.string()),
  currentPassword: v.optional(v.string()),
  alerts: v.optional(v.boolean()),
});
const linkToken = v.pipe(v.string(), v.maxLength(200, asMessage({ code: "token" })));
export const linkSchema = requestObject({ token: linkToken });
export const linkUseSchema = requestObject({ token: linkToken, password: v.string() });

export class Users {
  readonly #parts: UsersParts;
  readonly #changes: PeopleChanges;

  constructor(parts: UsersParts) {
    this.#parts = parts;
    this.#changes = new PeopleChanges(parts);
  }

  /** `account`: by default the caller's own. */
  async list(asking: Asking, account?: number): Promise<AccountUser[]> {
    const id = this.#changes.requireManaged(asking, account);
    const users = listAccountUsers(this.#parts.people(), id);
    const uses = await this.#parts.uses.read(users.map((user) => nameSignIn(user.id, id)));
    return users.map((user) => {
      const last = uses.get(nameSignIn(user.id, id));
      return {
        ...this.#describe(user, id),
        ...(last !== undefined && { last_sign_in: new Date(last).toISOString() }),
      };
    });
  }

  /** Invites a user, or adds to an account a user whose other accounts the caller manages. */
  async add(asking: Asking, input: unknown): Promise<Invited> {
    const isKnown = isObject(input) && "user" in input;
    const fields: NewUser = isKnown
      ? validateInput(knownUserSchema, input)
      : validateInput(newUserSchema, input);
    const account = this.#changes.requireManaged(asking, fields.account);
    const membership = { account, role: fields.role };
    if ("user" in fields) {
      const addTo = (people: People): User => {
        const user = this.#requireOwn(asking, people, fields.user);
        if (user.accounts.some((one) => one.account === account))
          throw new ChangeRefused(409, { code: "user-belongs" });
        return { ...user, accounts: [...user.accounts, membership] };
      };
      const { people, catalogue } = this.#parts;
      const known = this.#requireOwn(asking, people(), fields.user);
      requireStored(known.id);
      // A password that others may know ends with the change. Only a user without one gets a link.
      const { password } = endEarlierAccess(known, addTo(people()), catalogue());
      const isMailed = password === undefined && (await this.#countMail(asking, known.email));
      const entry = await this.#put(asking, addTo);
      if (entry.password !== undefined) return { user: this.#describe(entry, account) };
      const link = await this.#replaceLink(asking, entry.id, isMailed, account);
      return { user: { ...this.#describe(entry, account), link_expires_at: link.expires_at }, link };
    }
    return this.#invite(
      asking,
      { email: fields.email, name: fields.name, language: fields.language },
      membership,
    );
  }

  /** Returns the accounts in which a user has rights by the membership in an account. */
  findReach(asking: Asking, id: number, named?: number): Set<number> {
    const { people, catalogue } = this.#parts;
    const account = this.#changes.requireManaged(asking, named);
    return listReach(requireMember(people(), id, account), account, catalogue());
  }

  /**
   * Changes the role in an account. `withTokens`: also revokes the API tokens that the user made by this membership.
   * Resolves with the user, and the accounts that the membership reaches.
   */
  async change(asking: Asking, id: number, input: unknown, withTokens = false) {
    const { role, account: named } = validateInput(userChangeSchema, input);
    const account = this.#changes.requireManaged(asking, named);
    const { people } = await this.#changes.make(asking, (people) => {
      const user = requireMember(people, id, account);
      if (role !== "owner") requireOtherOwner(asking, people, id, account);
      const accounts = user.accounts.map((one) => (one.account === account ? { account, role } : one));
      const entry = { ...user, accounts };
      return [{ list: "users", entry }, ...this.#endTokens(people, user, account, withTokens)];
    });
    const user = requireMember(people, id, account);
    return { user: this.#describe(user, account), reach: listReach(user, account, this.#parts.catalogue()) };
  }

  /**
   * Removes a user from an account, and deletes a user who then has no account. `withTokens`: also revokes the API
   * tokens that the user made by this membership.
   */
  async remove(asking: Asking, id: number, named?: number, withTokens = false): Promise<void> {
    const account = this.#changes.requireManaged(asking, named);
    await this.#changes.make(asking, (people) => {
      const user = requireMember(people, id, account);
      requireOtherOwner(asking, people, id, account);
      const accounts = user.accounts.filter((one) => one.account !== account);
      const entry = accounts.length > 0 ? { ...user, accounts } : describeDeleted(id);
      return [{ list: "users", entry }, ...this.#endTokens(people, user, account, withTokens)];
    });
  }

  #endTokens(people: People, user: User, account: number, isWanted: boolean): Put<PeopleList>[] {
    if (!isWanted) return [];
    const made = listTokensBy(people, user.id, listReach(user, account, this.#parts.catalogue()));
    return made.map(({ id }) => ({ list: "tokens", entry: describeDeleted(id) }));
  }

  /**
   * Creates a link with which the user sets a new password; it replaces an earlier one. Refused for oneself: a session
   * alone must not replace its user's password.
   */
  async makeLink(asking: Asking, id: number): Promise<UserLink> {
    if (asking.user === id) throw new ChangeRefused(403, { code: "own-password" });
    const { email, accounts } = this.#requireOwn(asking, this.#parts.people(), id);
    requireStored(id);
    const isMailed = await this.#countMail(asking, email);
    const account = accounts.find((one) => one.account === asking.account?.id) ?? accounts[0];
    return this.#replaceLink(asking, id, isMailed, account?.account);
  }

  async #replaceLink(asking: Asking, id: number, isMailed: boolean, account?: number): Promise<UserLink> {
    const { link, record } = this.#createLink(asking, isMailed);
    const user = await this.#put(asking, (people) => ({
      ...this.#requireOwn(asking, people, id),
      link: record,
    }));
    return this.#deliver(asking, user, link, account);
  }

  /** Creates a link for the user with an e-mail address or user name; for commands on the machine itself. */
  async resetByName(address: string): Promise<UserLink> {
    const user = findByName(this.#parts.people(), address);
    if (!user) throw new Error(`There is no user ${address}.`);
    return this.makeLink(BY_COMMAND, user.id);
  }

  /**
   * Sets the password of the link's user and ends the user's sessions. Resolves with the user. Calls `onWrong` for an
   * invalid token. `address`: of the client, for the audit log.
   */
  async useLink(input: unknown, onWrong: () => Promise<void>, address?: string): Promise<User> {
    const { token, password } = validateInput(linkUseSchema, input);
    const invited = await this.#requireByLink(token, onWrong);
    const digest = hashToken(token);
    const owner = invited.accounts[0]?.account ?? 0;
    const hash = await hashNewPassword(password, listOwnNames(invited), owner);
    const account = this.#parts.catalogue().accounts.get(owner);
    const others = invited.link?.digest === digest ? invited.link : undefined;
    const asking: Asking = { account, user: invited.id, way: "interface", address, link: others };
    return this.#put(asking, (people) => {
      // The link may have been used meanwhile.
      const user = this.#findByLink(people, digest);
      if (!user) throw refuseLink();
      const { link: _, forgotten: __, ...rest } = user;
      const emailConfirmed = others && !others.mailed ? rest.emailConfirmed : (true as const);
      return { ...rest, password: hash, passwordFrom: others?.account, emailConfirmed };
    });
  }

  /** Returns the user of a link, which stays valid. Calls `onWrong` for an invalid token. */
  readLink(input: unknown, onWrong: () => Promise<void>): Promise<User> {
    return this.#requireByLink(validateInput(linkSchema, input).token, onWrong);
  }

  async #requireByLink(token: string, onWrong: () => Promise<void>): Promise<User> {
    const user = this.#findByLink(this.#parts.people(), hashToken(token));
    if (user) return user;
    await onWrong();
    throw refuseLink();
  }

  /**
   * Changes the user's own data. `confirm` checks the current password, which only a new password needs. Resolves with
   * the user if the password was changed, which ends the user's sessions.
   */
  async changeOwn(
    asking: Asking,
    input: unknown,
    confirm: (user: User | undefined, password: string) => Promise<Confirmation>,
  ): Promise<{ user?: User; waitMs?: number }> {
    const { currentPassword = "", password, name, language, alerts } = validateInput(ownChangeSchema, input);
    const id = asking.user ?? 0;
    const before = this.#parts.people().users.get(id);
    if (alerts && !this.#parts.mails) throw new ChangeRefused(409, { code: "mail-off" });
    if (alerts) requireRecipient(before);
    if (password !== undefined) {
      const { isRight, waitMs } = await confirm(before, currentPassword);
      if (waitMs !== undefined) return { waitMs };
      if (!isRight) throw refuseField("currentPassword", { code: "own-password-wrong" }, 403);
    }
    const own = before ? [name, ...listOwnNames(before)] : [name];
    const hash =
      password === undefined ? undefined : await hashNewPassword(password, own, asking.account?.id);
    const changed = await this.#put(asking, (people) => {
      const user = people.users.get(id);
      if (!user) throw new ChangeRefused(404, { code: "user-gone" });
      return {
        ...(alerts === undefined ? user : switchAlerts(user, asking.account?.id ?? 0, alerts)),
        name: name ?? user.name,
        language: language ?? user.language,
        password: hash ?? user.password,
        forgotten: hash ? undefined : user.forgotten,
      };
    });
    return hash ? { user: changed } : {};
  }

  /** Switches off the mails about an account, when the mail server refuses them or on a request by their link. */
  async endAlerts(id: number, account: number): Promise<void> {
    if (!this.#parts.people().users.get(id)?.alerts?.includes(account)) return;
    await this.#put({}, (people) => {
      const user = people.users.get(id);
      if (!user) throw refuseUser(id);
      return switchAlerts(user, account, false);
    });
  }

  /**
   * Switches the second factor of a user off, who lost it, and ends the user's sign-ins. Refused for oneself: a session
   * alone must not weaken the sign-in of its user.
   */
  async resetSecondFactor(asking: Asking, id: number): Promise<void> {
    if (asking.user === id) throw new ChangeRefused(403, { code: "own-second-factor" });
    await this.#put(asking, (people) => {
      const { secondFactor, ...user } = this.#requireOwn(asking, people, id);
      if (!secondFactor) throw new ChangeRefused(409, { code: "second-factor-off" });
      return { ...user, signInsEnded: (user.signInsEnded ?? 0) + 1 };
    });
  }

  /** Switches the second factor of the user with an e-mail address or user name off; for commands on the machine itself. */
  async resetSecondFactorByName(name: string): Promise<void> {
    const user = findByName(this.#parts.people(), name);
    if (!user) throw new Error(`There is no user ${name}.`);
    await this.resetSecondFactor(BY_COMMAND, user.id);
  }

  /**
   * Replaces the hash of a right password by one of the current cost, and resolves with the user. Like every new hash, it
   * ends the user's other sessions.
   */
  async renewPassword({ id, password: before }: User, password: string): Promise<User> {
    const hash = await hashPassword(password);
    return this.#put({}, (people) => {
      const user = people.users.get(id);
      if (!user || user.password !== before) throw new ChangeRefused(409, { code: "password-changed" });
      return { ...user, password: hash };
    });
  }

  /** Creates the owner of a new account, who signs in with an e-mail address or a user name. */
  async makeOwner({ id: account, name, signIn, password }: NewOwner, address?: string): Promise<void> {
    await this.#put(
      { account: this.#parts.catalogue().accounts.get(account), way: "interface", address },
      (people, document) => {
        requireFree(people, signIn);
        const accounts = [{ account, role: "owner" as const }];
        return {
          id: createIdCounter(document.users)(),
          ...nameUser(signIn.trim()),
          name: cutName(name),
          password,
          accounts,
        };
      },
    );
  }

  /** Throws when another user signs in with this name. */
  requireFree(name: string): void {
    requireFree(this.#parts.people(), name);
  }

  async #invite(
    asking: Asking,
    fields: Pick<User, "email" | "name" | "language"> & { email: string },
    membership: { account: number; role: UserRole },
  ): Promise<Invited> {
    const requireRoom = (people: People): void => {
      requireFree(people, fields.email);
      if (listAccountUsers(people, membership.account).length >= MAX_USERS)
        throw new ChangeRefused(409, { code: "users-full", most: MAX_USERS });
    };
    // Before the mail is counted: refused requests must not use up the limit of an address.
    requireRoom(this.#parts.people());
    const isMailed = await this.#countMail(asking, fields.email);
    const { link, record } = this.#createLink(asking, isMailed);
    const entry = await this.#put(asking, (people, document) => {
      requireRoom(people);
      return { id: createIdCounter(document.users)(), ...fields, accounts: [membership], link: record };
    });
    return {
      user: this.#describe(entry, membership.account),
      link: await this.#deliver(asking, entry, link, membership.account),
    };
  }

  /**
   * Finds a user. The caller must manage all of the user's accounts; otherwise it could take over a user of another
   * account.
   */
  #requireOwn(asking: Asking, people: People, id: number): User {
    const user = people.users.get(id);
    const managed = this.#changes.listManaged(asking);
    if (!user?.accounts.some((one) => managed.has(one.account))) throw refuseUser(id);
    if (user.accounts.every((one) => managed.has(one.account))) return user;
    throw new ChangeRefused(403, { code: "user-elsewhere" });
  }

  #findByLink(people: People, digest: string): User | undefined {
    const users = [...people.users.values()];
    return users.find((user) => {
      if (user.link && isSameText(user.link.digest, digest)) return this.#hasLink(user);
      if (user.password === undefined) return false;
      const forgotten = listForgotten(user).find((link) => isSameText(link.digest, digest));
      return forgotten !== undefined && Date.parse(forgotten.expires) > this.#parts.now();
    });
  }

  #hasLink(user: User): boolean {
    const { people, catalogue, now } = this.#parts;
    return isLinkValid(user, people(), catalogue(), now());
  }

  /** Whether a link of the user is mailed. Counts the mail towards the limits. A command on this machine gets the link. */
  async #countMail({ account }: Asking, email: string | undefined): Promise<boolean> {
    const { mails } = this.#parts;
    if (!mails || !account || email === undefined) return false;
    await mails.count(account.id, email);
    return true;
  }

  /** Mails a link to its user if it is to be mailed, and then removes it from the answer. `account`: of an invitation. */
  async #deliver(asking: Asking, user: User, link: CreatedLink, account?: number): Promise<UserLink> {
    const { mails, people, catalogue } = this.#parts;
    if (!mails || !user.link?.mailed) return link;
    const isInvited = user.password === undefined;
    const mail = await mails.send(user, {
      kind: isInvited ? "invitation" : "reset",
      by: people().users.get(asking.user ?? 0),
      account: isInvited ? catalogue().accounts.get(account ?? 0) : asking.account,
      ...link,
    });
    return { mail, expires_at: link.expires_at };
  }

  #createLink(
    { account, user }: Asking,
    isMailed: boolean,
  ): { link: CreatedLink; record: NonNullable<User["link"]> } {
    const token = randomBytes(24).toString("base64url");
    const expires = new Date(this.#parts.now() + LINK_LIFE).toISOString();
    return {
      link: { link: this.#parts.writeLink(token), expires_at: expires },
      record: {
        digest: hashToken(token),
        expires,
        maker: user,
        account: account?.id,
        ...(isMailed && { mailed: true }),
      },
    };
  }

  #describe(user: User, account: number): AccountUser {
    const { id, password, accounts, link } = user;
    const role = accounts.find((one) => one.account === account)?.role ?? "viewer";
    return {
      ...describeUser(user),
      role,
      ...(isDeclared(id) && { declared: true }),
      hasPassword: password !== undefined,
      ...(this.#hasLink(user) && { link_expires_at: link?.expires }),
    };
  }

  /** Stores a user. Resolves with the new state. */
  async #put(asking: Asking, edit: (people: People, document: PeopleDocument) => User): Promise<User> {
    const { id, people } = await this.#changes.make(asking, (people, document) => [
      { list: "users", entry: edit(people, document) },
    ]);
    const user = people.users.get(id);
    if (!user) throw refuseUser(id);
    return user;
  }
}

/** Throws when another user signs in with this name. */
function requireFree(people: People, name: string): void {
  if (findByName(people, name)) throw new ChangeRefused(409, { code: "address-taken" });
}

/** Throws for a user of a declared catalogue, whom only the file changes. */
function requireStored(id: number): void {
  if (isDeclared(id)) throw new ChangeRefused(409, { code: "sign-in-declared" });
}

function listOwnNames({ email, username, name }: User): (string | undefined)[] {
  return [email, username, name];
}

function requireMember({ users }: People, id: number, account: number): User {
  const user = users.get(id);
  if (user?.accounts.some((one) => one.account === account)) return user;
  throw refuseUser(id);
}

/** Throws if a user would remove the last owner from the caller's account. */
function requireOtherOwner(asking: Asking, people: People, id: number, account: number): void {
  if (asking.account?.id !== account) return;
  const owners = listAccountUsers(people, account).filter(({ accounts }) =>
    accounts.some((one) => one.account === account && one.role === "owner"),
  );
  if (owners.some((owner) => owner.id !== id)) return;
  throw new ChangeRefused(409, { code: "last-owner" });
}

function refuseUser(id: number): ChangeRefused {
  return new ChangeRefused(404, { code: "user-unknown", id });
}

function refuseLink(): ChangeRefused {
  return new ChangeRefused(403, { code: "link-invalid" });
}
