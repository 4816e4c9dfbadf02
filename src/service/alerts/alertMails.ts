/** The mail "what needs you": at most one a day for a user and an account, when there is a new problem. */
import { createHash } from "node:crypto";
import type { Activity, Approval } from "../../protocol/management.ts";
import { includesRole } from "../../protocol/people.ts";
import type { Account, Catalogue } from "../catalogue/catalogue.ts";
import { listUnsubscribe } from "../mail/listUnsubscribe.ts";
import type { Mail } from "../mail/mailer.ts";
import type { RegularMail, RegularMailSource, SentMarks } from "../mail/regularMails.ts";
import { writeSwitchHint } from "../mail/switchHint.ts";
import { findHour } from "../management/days.ts";
import type { Page } from "../management/listAnswer.ts";
import { nameAlerts } from "../management/subscriptions.ts";
import { findUserRole, type People } from "../people/people.ts";
import type { User } from "../people/peopleSchema.ts";
import { DAY_MS } from "../values/day.ts";
import { localDay } from "../values/timezones.ts";
import { writeAlertMail } from "./alertTexts.ts";
import { findProblems, PROBLEM_KINDS, type Problems } from "./findProblems.ts";
import { compareTold, readTold, type Told } from "./toldProblems.ts";
import { RUN_KEY, UnbrokenRun } from "./unbrokenRun.ts";

/** Hour of the account's day from which the mail is sent. */
const HOUR = 7;
/** Milliseconds over which the mails of a time zone are spread. */
const SPREAD_MS = 30 * 60_000;

interface AlertParts {
  people: () => People;
  catalogue: () => Catalogue;
  /** What the account sees in the dashboard. */
  management: {
    activity(viewer: Account): Promise<Activity>;
    approvals(viewer: Account, page: Page): Promise<{ entries: Approval[] }>;
  };
  marks: Pick<SentMarks, "read" | "write">;
  /** Whether events of all nodes can be stored where queries read them. */
  isStoring: () => boolean;
  /** Switches the mails about an account off. */
  switchOff: (user: number, account: number) => Promise<void>;
  /** Returns the address at which the recipient of a mail ends further ones. */
  writeEnd: (user: number, id: string) => string;
  /** Origin of the service's pages. */
  origin: string;
  now: () => number;
}

/** A user who gets mails about an account now. */
interface Recipient {
  user: User;
  email: string;
  account: Account;
  mayApprove: boolean;
}

export class AlertMails implements RegularMailSource {
  readonly #parts: AlertParts;
  readonly #run: UnbrokenRun;

  constructor(parts: AlertParts) {
    this.#parts = parts;
    this.#run = new UnbrokenRun(parts);
  }

  async list(now: number): Promise<RegularMail[]> {
    await this.#run.note(now);
    const users = [...this.#parts.people().users.values()];
    const ids = users.flatMap(({ id, alerts = [] }) => alerts.map((account) => [id, account] as const));
    return ids.flatMap(([user, account]) => {
      const recipient = this.#findRecipient(user, account);
      const mail = recipient && this.#plan(recipient, now);
      return mail && mail.due <= now ? [mail] : [];
    });
  }

  isKept(key: string): boolean {
    if (key === RUN_KEY) return true;
    const [, user, account] = /^(?:needs of|told to) user (\d+) in (\d+)$/.exec(key) ?? [];
    return this.#parts.people().users.get(Number(user))?.alerts?.includes(Number(account)) ?? false;
  }

  /** Plans the mail of the current day in the account's time zone. */
  #plan({ user: { id: user }, account: { id, timezone } }: Recipient, now: number): RegularMail {
    const key = `needs of user ${user} in ${id}`;
    const period = localDay(now, timezone);
    let told: Told | undefined;
    return {
      key,
      period,
      due: findHour(period, HOUR, timezone) + spread(key),
      until: findHour(period, 24, timezone),
      write: async () => {
        const written = await this.#write(user, id);
        told = written?.told;
        return written?.mail;
      },
      onSent: async () => {
        if (told) await this.#remember(user, id, told);
      },
      onRefused: () => this.#parts.switchOff(user, id),
    };
  }

  /** Finds the user, if rights, address and account allow a mail at this moment. */
  #findRecipient(id: number, accountId: number): Recipient | undefined {
    const user = this.#parts.people().users.get(id);
    const account = this.#parts.catalogue().accounts.get(accountId);
    if (!user?.alerts?.includes(accountId) || !account || account.suspended) return undefined;
    const role = findUserRole(user, account);
    if (!role || user.email === undefined || !user.emailConfirmed) return undefined;
    const mayApprove = account.role === "network" && includesRole(role, "editor");
    return { user, email: user.email, account, mayApprove };
  }

  /** Resolves with the mail about new problems, and what to remember once it is sent; undefined if there is nothing. */
  async #write(id: number, accountId: number): Promise<{ mail: Mail; told: Told } | undefined> {
    const { marks, now } = this.#parts;
    await this.#run.note(now());
    const before = this.#findRecipient(id, accountId);
    if (!before) return undefined;
    const problems = await this.#find(before);
    const hasWholeDay = await this.#run.hasRunSince(now() - DAY_MS, now());
    const known = readTold(await marks.read(nameTold(id, accountId)));
    const { mayApprove } = before;
    const { fresh, next } = compareTold(problems, known, { hasWholeDay, mayApprove });
    if (PROBLEM_KINDS.every((kind) => fresh[kind].length === 0)) {
      await this.#remember(id, accountId, next);
      return undefined;
    }
    // Rights may have changed while the problems were searched.
    const recipient = this.#findRecipient(id, accountId);
    if (!recipient || recipient.mayApprove !== mayApprove) return undefined;
    return { mail: this.#compose(recipient, fresh), told: next };
  }

  async #find({ account, mayApprove }: Recipient): Promise<Problems> {
    const { management, catalogue, now } = this.#parts;
    const activity = await management.activity(account);
    const all = { limit: Number.POSITIVE_INFINITY, offset: 0 };
    const approvals = mayApprove ? (await management.approvals(account, all)).entries : [];
    return findProblems(account, { activity, approvals, catalogue: catalogue(), now: now() });
  }

  #compose({ user, email, account }: Recipient, problems: Problems): Mail {
    const { origin, writeEnd, catalogue } = this.#parts;
    const end = writeEnd(user.id, nameAlerts(account.id));
    const hint = writeSwitchHint(user, account, catalogue());
    return {
      ...writeAlertMail(
        { name: user.name, account: account.name, origin, problems, hint, end },
        user.language ?? "en",
      ),
      to: email,
      headers: listUnsubscribe(end),
      about: `needs of user ${user.id} in ${account.id}`,
    };
  }

  #remember(user: number, account: number, told: Told): Promise<void> {
    return this.#parts.marks.write(nameTold(user, account), JSON.stringify(told));
  }
}

/** Names the memory of told problems. */
function nameTold(user: number, account: number): string {
  return `told to user ${user} in ${account}`;
}

/** Spreads mails over some minutes, always in the same way. */
function spread(key: string): number {
  return createHash("sha256").update(key).digest().readUInt32BE(0) % SPREAD_MS;
}
