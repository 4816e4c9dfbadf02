/**
 * Ends the shared links, saved views, sessions, API tokens, subscriptions and memberships of accounts removed from the
 * running catalogue: a new account that reuses the id must not inherit them. Those of an account that is missing at a
 * start are invalid while it is missing, and stay: the catalogue may be the wrong one.
 */
import type { Logger } from "pino";
import type { Catalogue } from "../catalogue/catalogue.ts";
import type { Put } from "../catalogue/document.ts";
import type { AuditLog } from "../people/auditLog.ts";
import { keepMails } from "../people/changedRights.ts";
import { addDeclared, BY_FILE } from "../people/declaredPeople.ts";
import type { LivePeople, PeopleList } from "../people/livePeople.ts";
import { describeDeleted } from "../people/people.ts";
import { SerialQueue } from "../runtime/serialQueue.ts";
import { nameHolder } from "./login.ts";
import type { RecordStore } from "./recordStore.ts";
import type { ViewsRecord } from "./savedViews.ts";
import { describeForAudit, type SessionStore } from "./sessions.ts";
import type { ShareStore } from "./shareStore.ts";
import { describeShareForAudit } from "./shares.ts";

const RETRY_EVERY_MS = 60_000;

interface RemovedAccountsParts {
  shares: ShareStore;
  views: RecordStore<ViewsRecord>;
  sessions: SessionStore;
  people: Pick<LivePeople, "change" | "value">;
  audit: Pick<AuditLog, "add">;
  /** Milliseconds since 1970. */
  now: () => number;
  log: Logger;
}

type IsRemoved = (account: number) => boolean;

interface Removal {
  isRemoved: IsRemoved;
  /** Users and API tokens whose sessions are checked. */
  holders: readonly string[];
}

export class RemovedAccounts {
  readonly #parts: RemovedAccountsParts;
  readonly #queue = new SerialQueue();
  readonly #retries = new Set<NodeJS.Timeout>();

  constructor(parts: RemovedAccountsParts) {
    this.#parts = parts;
  }

  /** Ends the records of accounts that `after` lacks. */
  replace(before: Catalogue, after: Catalogue): void {
    if (before.data.accounts === after.data.accounts) return;
    const lost = before.data.accounts.filter(({ id }) => !after.accounts.has(id));
    const removed = new Set(lost.map(({ id }) => id));
    if (removed.size === 0) return;
    const { users, tokens } = addDeclared(this.#parts.people.value, before);
    const holders = [
      ...[...users.keys()].map((user) => nameHolder({ user })),
      ...[...tokens.keys()].map((token) => nameHolder({ token })),
    ];
    this.#end({ isRemoved: (account) => removed.has(account), holders });
  }

  /** Ends the records of removed accounts; retries until all stores are reachable. */
  #end(removal: Removal): void {
    void this.#queue
      .run(() => this.#endAll(removal))
      .catch((error) => {
        this.#parts.log.error({ err: error }, "links, sessions and tokens of removed accounts not ended yet");
        const retry = setTimeout(() => {
          this.#retries.delete(retry);
          this.#end(removal);
        }, RETRY_EVERY_MS).unref();
        this.#retries.add(retry);
      });
  }

  /** Waits for the current attempt, and cancels retries. */
  async close(): Promise<void> {
    await this.#queue.waitForAll();
    for (const retry of this.#retries) clearTimeout(retry);
  }

  async #endAll({ isRemoved, holders }: Removal): Promise<void> {
    const { shares, views, audit, log } = this.#parts;
    const links = (await shares.list()).filter(({ account }) => isRemoved(account));
    await shares.remove(links.map(({ id }) => id));
    await audit.add(
      BY_FILE,
      links.map((link) => describeShareForAudit("end", link)),
    );
    const saved = (await views.list()).filter(({ id }) => isRemoved(Number(id)));
    await views.remove(saved.map(({ id }) => id));
    const sessions = await this.#endSessions(isRemoved, holders);
    const people = await this.#endPeople(isRemoved);
    const counts = { links: links.length, views: saved.length, sessions, ...people };
    if (Object.values(counts).some((count) => count > 0))
      log.warn(counts, "links, sessions and tokens of removed accounts ended");
  }

  async #endSessions(isRemoved: IsRemoved, holders: readonly string[]): Promise<number> {
    const { sessions, audit, people } = this.#parts;
    let count = 0;
    for (const holder of holders) {
      const lost = (await sessions.list(holder)).filter(({ account }) => isRemoved(account));
      const ended = lost.length > 0 ? await sessions.end(lost) : [];
      await audit.add(
        BY_FILE,
        ended.map((record) => describeForAudit("end", record, people.value)),
      );
      count += ended.length;
    }
    return count;
  }

  /**
   * Revokes API tokens, ends regular mails, removes the accounts from their users, and deletes users without another
   * account.
   */
  async #endPeople(isRemoved: IsRemoved): Promise<{ tokens: number; users: number }> {
    const { people, now } = this.#parts;
    const author = { ...BY_FILE, request: "", time: now() };
    const { put } = await people.change((_document, { tokens, users }) => {
      const lost = [...tokens.values()].filter(({ account }) => isRemoved(account));
      const members = [...users.values()].filter(({ accounts, subscriptions = [], alerts = [] }) =>
        [...[...accounts, ...subscriptions].map(({ account }) => account), ...alerts].some(isRemoved),
      );
      return [
        ...lost.map(({ id }): Put<PeopleList> => ({ list: "tokens", entry: describeDeleted(id) })),
        ...members.map((user): Put<PeopleList> => {
          const accounts = user.accounts.filter(({ account }) => !isRemoved(account));
          return {
            list: "users",
            entry:
              accounts.length > 0
                ? keepMails({ ...user, accounts }, (account) => !isRemoved(account))
                : describeDeleted(user.id),
          };
        }),
      ];
    }, author);
    const tokens = put.filter(({ list }) => list === "tokens").length;
    return { tokens, users: put.length - tokens };
  }
}
