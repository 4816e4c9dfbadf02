/** Subscriptions of users to reports by mail. Throws `ChangeRefused`. */
import { createHmac, randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import * as v from "valibot";
import { MAIL_FREQUENCIES, type Subscription } from "../../protocol/subscriptions.ts";
import type { Account } from "../catalogue/catalogue.ts";
import { findUserRole } from "../people/people.ts";
import { MAX_SUBSCRIPTIONS, type StoredSubscription, type User } from "../people/peopleSchema.ts";
import { ReportMailRefused, readMailedReport } from "../reportMails/reportMail.ts";
import { type ReportMailRequest, reportMailRequest } from "../reportMails/reportMailRequest.ts";
import type { ReportsOff } from "../reportMails/reportsOff.ts";
import { findNextDue, spreadStart } from "../reportMails/subscriptionTimes.ts";
import { isSameText } from "../signing/sameText.ts";
import { requestObject } from "../values/requestSchemas.ts";
import { asMessage } from "../values/schemas.ts";
import { requireRecipient } from "./mailRecipient.ts";
import { type Asking, PeopleChanges, type PeopleParts, validateInput } from "./peopleChanges.ts";
import { ChangeRefused } from "./refusal.ts";

interface SubscriptionParts extends PeopleParts {
  /** Why the service mails no reports; undefined if it does. */
  reportsOff: ReportsOff | undefined;
  /** Signs the tokens with which a mail's recipient ends a subscription. */
  key: Buffer;
  /** Switches off the mails about what needs a user in an account. */
  endAlerts: (user: number, account: number) => Promise<void>;
}

/** Names the mails about what needs a user in an account, for their token. Subscriptions have other ids. */
export function nameAlerts(account: number): string {
  return `alerts-${account}`;
}

/** Maximum characters of a stored request as JSON: each change of a user writes all of them. */
const MAX_REQUEST = 8000;

export const newSubscriptionSchema = requestObject({
  every: v.picklist(MAIL_FREQUENCIES, asMessage({ code: "one-of", values: MAIL_FREQUENCIES })),
  request: v.pipe(
    reportMailRequest,
    v.check(
      (request) => JSON.stringify(request).length <= MAX_REQUEST,
      asMessage({ code: "most-characters", most: MAX_REQUEST }),
    ),
  ),
});

export class Subscriptions {
  readonly #parts: SubscriptionParts;
  readonly #changes: PeopleChanges;

  constructor(parts: SubscriptionParts) {
    this.#parts = parts;
    this.#changes = new PeopleChanges(parts);
  }

  /** Lists the subscriptions of a user in all accounts, the oldest first. */
  list(user: number | undefined): Subscription[] {
    const found = this.#parts.people().users.get(user ?? 0);
    return found ? (found.subscriptions ?? []).map((one) => this.#describe(found, one)) : [];
  }

  /** Subscribes the caller to a report of the account. One for the same report at the same times is kept. */
  async add({ account, ...asking }: Asking, input: unknown): Promise<Subscription> {
    const fields = validateInput(newSubscriptionSchema, input);
    const { reportsOff } = this.#parts;
    if (reportsOff) throw new ChangeRefused(409, { code: reportsOff });
    if (account) this.#requireReport(account, fields.request);
    const since = new Date(this.#parts.now()).toISOString();
    const added = { id: randomUUID(), account: account?.id ?? 0, ...fields, since };
    const isSame = ({ account, every, request }: StoredSubscription) =>
      isDeepStrictEqual([account, every, request], [added.account, added.every, added.request]);
    const user = await this.#put({ account, ...asking }, asking.user, (user) => {
      requireRecipient(user);
      const { subscriptions = [] } = user;
      if (subscriptions.some((one) => isSame(one) && !one.ended)) return undefined;
      const others = subscriptions.filter((one) => !isSame(one));
      if (others.length >= MAX_SUBSCRIPTIONS)
        throw new ChangeRefused(409, { code: "subscriptions-full", most: MAX_SUBSCRIPTIONS });
      return [...others, added];
    });
    // It is not stored if the user lost the account meanwhile.
    const stored = user.subscriptions?.find(isSame);
    if (!stored) throw refuseUser();
    return this.#describe(user, stored);
  }

  #requireReport(account: Account, request: ReportMailRequest): void {
    const { now, catalogue } = this.#parts;
    try {
      readMailedReport({ request, account, now: now() }, catalogue());
    } catch (error) {
      if (!(error instanceof ReportMailRefused)) throw error;
      const problems = error.problems.map(({ path, problem }) => ({ path: `[request]${path}`, problem }));
      throw new ChangeRefused(400, { code: "request-invalid" }, problems);
    }
  }

  /** Ends a subscription of the caller. */
  async end(asking: Asking, id: string): Promise<void> {
    await this.#put(asking, asking.user, ({ subscriptions = [] }) => {
      const others = subscriptions.filter((one) => one.id !== id);
      if (others.length === subscriptions.length)
        throw new ChangeRefused(404, { code: "subscription-unknown" });
      return others;
    });
  }

  /** Signs a token with which the recipient of a mail ends a subscription, or alerts, without signing in. */
  signEnd(user: number, id: string): string {
    const named = `${user}.${id}`;
    return `${named}.${createHmac("sha256", this.#parts.key).update(named).digest("base64url")}`;
  }

  /** Ends the subscription or alerts of a token. Does nothing if they have ended before. */
  async endByToken(token: string, address?: string): Promise<void> {
    const [user = "", id = ""] = token.split(".");
    if (!isSameText(this.signEnd(Number(user), id), token))
      throw new ChangeRefused(403, { code: "unsubscribe-invalid" });
    const { people, catalogue, endAlerts } = this.#parts;
    const [, alerts] = /^alerts-(\d+)$/.exec(id) ?? [];
    if (alerts) return endAlerts(Number(user), Number(alerts)).catch(ignoreGone);
    const found = people().users.get(Number(user));
    const subscription = found?.subscriptions?.find((one) => one.id === id);
    if (!found || !subscription) return;
    const account = catalogue().accounts.get(subscription.account);
    await this.end({ account, user: found.id, way: "interface", address }, id).catch(ignoreGone);
  }

  /** Marks a subscription whose mail the mail server refused for good. */
  async endRefused(user: number, id: string): Promise<void> {
    await this.#put({}, user, ({ subscriptions = [] }) =>
      subscriptions.map((one) => (one.id === id ? { ...one, ended: "refused" as const } : one)),
    ).catch(ignoreGone);
  }

  /** Replaces the subscriptions of a user. `edit` returns undefined to change nothing. */
  async #put(asking: Asking, id = 0, edit: (user: User) => StoredSubscription[] | undefined): Promise<User> {
    const { people } = await this.#changes.make(asking, ({ users }) => {
      const user = users.get(id);
      if (!user) throw refuseUser();
      const edited = edit(user);
      if (!edited) return [];
      const { subscriptions: _, ...others } = user;
      const entry = { ...others, ...(edited.length > 0 && { subscriptions: edited }) };
      return [{ list: "users", entry }];
    });
    const user = people.users.get(id);
    if (!user) throw refuseUser();
    return user;
  }

  #describe(user: User, subscription: StoredSubscription): Subscription {
    const { id, every, request, since } = subscription;
    const { now } = this.#parts;
    const account = this.#findAccount(user, subscription);
    const stopped = this.#findStop(user, subscription, account);
    const { timezone = "UTC" } = account ?? {};
    const schedule = { every, spread: spreadStart(user.id, id), timezone, since: Date.parse(since) };
    return {
      id,
      account: { id: subscription.account, name: account?.name ?? "" },
      every,
      title: request.title,
      view: request.view,
      created_at: since,
      ...(stopped ? { stopped } : { next_mail: new Date(findNextDue(schedule, now())).toISOString() }),
    };
  }

  /** Finds the account of a subscription; undefined if the user does not read it now. */
  #findAccount(user: User, { account: id }: StoredSubscription): Account | undefined {
    const account = this.#parts.catalogue().accounts.get(id);
    return account && findUserRole(user, account) && account;
  }

  #findStop(
    user: User,
    { request, ended }: StoredSubscription,
    account: Account | undefined,
  ): Subscription["stopped"] {
    if (ended) return ended;
    if (this.#parts.reportsOff) return this.#parts.reportsOff;
    if (account?.suspended) return "suspended";
    if (!user.emailConfirmed) return "unconfirmed";
    return account && this.#isAvailable(account, request) ? undefined : "unavailable";
  }

  /** Whether the account can still have a stored report. */
  #isAvailable(account: Account, request: StoredSubscription["request"]): boolean {
    const read = v.safeParse(reportMailRequest, request);
    try {
      if (read.success) this.#requireReport(account, read.output);
      return read.success;
    } catch (error) {
      if (error instanceof ChangeRefused) return false;
      throw error;
    }
  }
}

function refuseUser(): ChangeRefused {
  return new ChangeRefused(404, { code: "user-gone" });
}

/** Ignores that the user or the subscription is gone. */
function ignoreGone(error: unknown): void {
  if (!(error instanceof ChangeRefused && error.status === 404)) throw error;
}
