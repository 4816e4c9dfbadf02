/**
 * Ends the shared links, saved views, sessions and API tokens of accounts removed from the catalogue: a new account
 * that reuses the id must not inherit them.
 */
import type { Logger } from "pino";
import type { Catalogue } from "../catalogue/catalogue.ts";
import type { LivePeople } from "../people/livePeople.ts";
import { describeDeleted } from "../people/people.ts";
import { SerialQueue } from "../values/serialQueue.ts";
import { nameHolder } from "./login.ts";
import type { RecordStore } from "./recordStore.ts";
import type { ViewsRecord } from "./savedViews.ts";
import type { SessionStore } from "./sessions.ts";
import type { ShareStore } from "./shareStore.ts";

const RETRY_EVERY_MS = 60_000;

interface RemovedAccountsParts {
  shares: ShareStore;
  views: RecordStore<ViewsRecord>;
  sessions: SessionStore;
  people: Pick<LivePeople, "change" | "value">;
  /** Milliseconds since 1970. */
  now: () => number;
  log: Logger;
}

type IsRemoved = (account: number) => boolean;

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
    if (removed.size > 0) this.end((account) => removed.has(account));
  }

  /** Ends the records of removed accounts; retries until all stores are reachable. */
  end(isRemoved: IsRemoved): void {
    void this.#queue
      .run(() => this.#endAll(isRemoved))
      .catch((error) => {
        this.#parts.log.error({ err: error }, "links, sessions and tokens of removed accounts not ended yet");
        const retry = setTimeout(() => {
          this.#retries.delete(retry);
          this.end(isRemoved);
        }, RETRY_EVERY_MS).unref();
        this.#retries.add(retry);
      });
  }

  /** Waits for the current attempt, and cancels retries. */
  async close(): Promise<void> {
    await this.#queue.waitForAll();
    for (const retry of this.#retries) clearTimeout(retry);
  }

  async #endAll(isRemoved: IsRemoved): Promise<void> {
    const { shares, views, log } = this.#parts;
    const links = (await shares.list()).filter(({ account }) => isRemoved(account));
    await shares.remove(links.map(({ id }) => id));
    const saved = (await views.list()).filter(({ id }) => isRemoved(Number(id)));
    await views.remove(saved.map(({ id }) => id));
    const sessions = await this.#endSessions(isRemoved);
    const tokens = await this.#endTokens(isRemoved);
    const counts = { links: links.length, views: saved.length, sessions, tokens };
    if (Object.values(counts).some((count) => count > 0))
      log.warn(counts, "links, sessions and tokens of removed accounts ended");
  }

  async #endSessions(isRemoved: IsRemoved): Promise<number> {
    const { sessions, people } = this.#parts;
    let count = 0;
    for (const user of people.value.users.keys()) {
      const ended = (await sessions.list(nameHolder({ user }))).filter(({ account }) => isRemoved(account));
      if (ended.length > 0) await sessions.end(ended);
      count += ended.length;
    }
    return count;
  }

  async #endTokens(isRemoved: IsRemoved): Promise<number> {
    const { people, now } = this.#parts;
    const author = { account: { id: 0, name: "zonetag-service" }, request: "", time: now() };
    const { put } = await people.change(
      (_document, { tokens }) =>
        [...tokens.values()]
          .filter(({ account }) => isRemoved(account))
          .map(({ id }) => ({ list: "tokens", entry: describeDeleted(id) })),
      author,
    );
    return put.length;
  }
}
