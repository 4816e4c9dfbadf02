/** The mails of subscriptions: which are due, and to whom. */
import * as v from "valibot";
import type { Account, Catalogue } from "../catalogue/catalogue.ts";
import { listUnsubscribe } from "../mail/listUnsubscribe.ts";
import type { Mail } from "../mail/mailer.ts";
import type { Paragraph } from "../mail/mailText.ts";
import type { RegularMail, RegularMailSource } from "../mail/regularMails.ts";
import { findUserRole, type People } from "../people/people.ts";
import type { StoredSubscription, User } from "../people/peopleSchema.ts";
import { DAY_MS } from "../values/day.ts";
import { ReportMailRefused } from "./reportMail.ts";
import { type ReportMailRequest, reportMailRequest } from "./reportMailRequest.ts";
import { writeClosing } from "./subscriptionTexts.ts";
import { type DuePeriod, findDuePeriod, spreadStart } from "./subscriptionTimes.ts";

interface SubscriptionMailsParts {
  people: () => Pick<People, "users">;
  catalogue: () => Catalogue;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Writes a report with the rights that the user has now, and with its days when it was due. `closing`: end of the mail. */
  write: (report: {
    user: User;
    account: Account;
    request: ReportMailRequest;
    now: number;
    due: number;
    closing: Paragraph[];
  }) => Promise<Omit<Mail, "about">>;
  /** Returns the address under which the recipient ends a subscription. */
  writeEnd: (user: number, id: string) => string;
  /** Marks a subscription whose mail the mail server refused for good. */
  endRefused: (user: number, id: string) => Promise<void>;
}

export class SubscriptionMails implements RegularMailSource {
  readonly #parts: SubscriptionMailsParts;
  /** First attempts of the due mails by key. */
  readonly #tried = new Map<string, { period: string; time: number }>();

  constructor(parts: SubscriptionMailsParts) {
    this.#parts = parts;
  }

  async list(now: number): Promise<readonly RegularMail[]> {
    const mails: RegularMail[] = [];
    for (const { id: user, subscriptions = [] } of this.#parts.people().users.values())
      for (const { id, every, since } of subscriptions) {
        // One that rests is not listed: its mail is due again once it no longer rests.
        const found = this.#find(user, id);
        if (!found) continue;
        const { timezone } = found.account;
        const schedule = { every, spread: spreadStart(user, id), timezone, since: Date.parse(since) };
        const due = findDuePeriod(schedule, now);
        if (due) mails.push(this.#describe(user, id, due));
      }
    const keys = new Set(mails.map(({ key }) => key));
    for (const key of this.#tried.keys()) if (!keys.has(key)) this.#tried.delete(key);
    return mails;
  }

  isKept(key: string): boolean {
    const [, id = "", user] = /^subscription (\S+) of user (\d+)$/.exec(key) ?? [];
    return findSubscription(this.#parts.people().users.get(Number(user)), id) !== undefined;
  }

  #describe(user: number, id: string, { period, due, until }: DuePeriod): RegularMail {
    const key = nameMail(user, id);
    const tried = this.#tried.get(key);
    return {
      key,
      period,
      due,
      // After a standstill a mail may be late. A failed one is tried again for a day.
      until: tried?.period === period ? Math.min(until, tried.time + DAY_MS) : until,
      write: () => {
        if (this.#tried.get(key)?.period !== period)
          this.#tried.set(key, { period, time: this.#parts.now() });
        return this.#write(user, id, due);
      },
      onRefused: () => this.#parts.endRefused(user, id),
    };
  }

  /** Writes a mail. A late one has the days of the time when it was due. */
  async #write(user: number, id: string, due: number): Promise<Mail | undefined> {
    const { write, writeEnd, now } = this.#parts;
    const found = this.#find(user, id);
    const request = v.safeParse(reportMailRequest, found?.subscription.request);
    if (!found || !request.success) return undefined;
    const end = writeEnd(user, id);
    const closing = writeClosing(found.user.language ?? "en", found.subscription.every, end);
    try {
      const { user: reader, account } = found;
      const report = { user: reader, account, request: request.output };
      const mail = await write({ ...report, now: now(), due, closing });
      // The report may have waited for minutes.
      if (!this.#find(user, id)) return undefined;
      return { ...mail, headers: { ...mail.headers, ...listUnsubscribe(end) }, about: nameMail(user, id) };
    } catch (error) {
      if (error instanceof ReportMailRefused) return undefined;
      throw error;
    }
  }

  /** Finds a subscription that sends mails, with its user and account: role, confirmed address and account are checked. */
  #find(id: number, name: string) {
    const { people, catalogue } = this.#parts;
    const user = people().users.get(id);
    const subscription = findSubscription(user, name);
    const account = subscription && catalogue().accounts.get(subscription.account);
    return user && account && mayGet(user, account) ? { user, account, subscription } : undefined;
  }
}

function nameMail(user: number, id: string): string {
  return `subscription ${id} of user ${user}`;
}

function findSubscription(user: User | undefined, id: string): StoredSubscription | undefined {
  return user?.subscriptions?.find((one) => one.id === id && !one.ended);
}

function mayGet(user: User, account: Account): boolean {
  return !!user.email && !!user.emailConfirmed && !account.suspended && !!findUserRole(user, account);
}
