/** Mails users about changes of their password, second factor and roles by others. Delays and fails no request. */
import type { Logger } from "pino";
import type { Catalogue } from "../catalogue/catalogue.ts";
import type { Mail, Mailer } from "../mail/mailer.ts";
import { type NoticeChange, writeNotice } from "../mail/noticeTexts.ts";
import type { Limits } from "../net/rateLimiter.ts";
import type { People } from "../people/people.ts";
import type { User } from "../people/peopleSchema.ts";
import { SerialQueue } from "../runtime/serialQueue.ts";
import type { Asking } from "./peopleChanges.ts";

interface NoticesParts {
  mailer: Pick<Mailer, "send">;
  limits: Pick<Limits, "notices">;
  /** Users, including those of a declared catalogue. */
  people: () => People;
  catalogue: () => Catalogue;
  /** Milliseconds since 1970. */
  now: () => number;
  log: Pick<Logger, "error">;
  /** Host name of the service, and the address of its dashboard. */
  host: string;
  link: string;
}

/** A change, with the id of the account whose role changed. */
type Change = NoticeChange & { id?: number };

export class Notices {
  readonly #parts: NoticesParts;
  readonly #queue = new SerialQueue();

  constructor(parts: NoticesParts) {
    this.#parts = parts;
  }

  /** Mails the user about a change that took effect, if it was made by others. Never throws. */
  send(before: User, after: User | undefined, asking: Asking): void {
    const { catalogue, now } = this.#parts;
    const time = now();
    for (const change of listChanges(before, after, asking, catalogue()))
      this.#queue.run(() => this.#pass(before, change, asking, time)).catch(this.#report);
  }

  /** Resolves once the mails of all changes so far are passed to the mailer. */
  waitForMails(): Promise<void> {
    return this.#queue.waitForAll();
  }

  /** Passes a mail to the mailer without waiting for its outcome. */
  async #pass(user: User, change: Change, asking: Asking, time: number): Promise<void> {
    const { limits, people, host, link } = this.#parts;
    const { accounts } = this.#parts.catalogue();
    // A link is used by its user, but was made by others.
    const [maker, from] =
      change.kind === "password-set"
        ? [asking.link?.maker, asking.link?.account]
        : [asking.user, asking.account?.id];
    // Those who manage one account cannot use up the notices about changes by another.
    const key = `${from ?? 0} ${user.id} ${change.kind}`;
    const { allowed, remaining } = await limits.notices.take(key);
    if (!allowed) return;
    const by = people().users.get(maker ?? 0);
    const account = accounts.get(change.id ?? from ?? user.accounts[0]?.account ?? 0);
    const notice = writeNotice(
      {
        change,
        name: user.name,
        by: {
          name: by?.name,
          account: from === undefined ? undefined : nameAccount(from, this.#parts.catalogue()),
        },
        host,
        link,
        time,
        timezone: account?.timezone ?? "UTC",
        isLast: remaining === 0,
      },
      user.language ?? by?.language ?? "en",
    );
    // The address from before the change: a change of the address must not hide itself.
    const mail = { ...notice, to: user.email ?? "", about: `notice of ${change.kind} to user ${user.id}` };
    this.#deliver(mail, key).catch(this.#report);
  }

  /** Sends a mail. One that failed does not count towards the limit. */
  async #deliver(mail: Mail, key: string): Promise<void> {
    const { mailer, limits } = this.#parts;
    if ((await mailer.send(mail)) === "failed") await limits.notices.giveBack(key);
  }

  readonly #report = (error: unknown) =>
    this.#parts.log.error({ err: error }, "notice to a user not sent or not counted");
}

function nameAccount(id: number, { accounts }: Catalogue): string {
  return accounts.get(id)?.name ?? String(id);
}

/** Lists the changes to notify a user of: of users with an e-mail address who have or had a password. */
function listChanges(
  before: User,
  after: User | undefined,
  { user: by, link }: Asking,
  catalogue: Catalogue,
): Change[] {
  if (before.email === undefined) return [];
  if (before.password === undefined && !before.emailConfirmed) return [];
  const changes: Change[] = [];
  if (after && before.password !== after.password) {
    if (after.password === undefined) changes.push({ kind: "password-removed" });
    else if (link) changes.push({ kind: "password-set" });
  }
  if (by === before.id) return changes;
  // A mailed link announces itself. A user without a password waits for one.
  const isLink = after?.link && after.link.digest !== before.link?.digest && !after.link.mailed;
  if (isLink && before.password !== undefined) changes.push({ kind: "password-link" });
  if (before.secondFactor && after && !after.secondFactor) changes.push({ kind: "second-factor-off" });
  const roles = [before, after].map(
    (one) => new Map(one?.accounts.map(({ account, role }) => [account, role])),
  );
  const [old, fresh] = roles;
  for (const id of new Set(roles.flatMap((one) => [...one.keys()])))
    if (old?.get(id) !== fresh?.get(id)) {
      const account = nameAccount(id, catalogue);
      changes.push({ kind: "role", id, account, before: old?.get(id), after: fresh?.get(id) });
    }
  return changes;
}
