/** Reports over the embedded store in a folder of their own. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { noteDays } from "../../../src/service/duckdb/dailySums.ts";
import { type LocalStore, openStore } from "../../../src/service/duckdb/duckdbStore.ts";
import type { Fact } from "../../../src/service/facts/factTable.ts";
import { Reporter, type ReportsUnderTest } from "./reportContract.ts";

export class LocalReports {
  readonly folder: string;
  /** Another one after `reopen`. */
  store: LocalStore;

  private constructor(folder: string, store: LocalStore) {
    this.folder = folder;
    this.store = store;
  }

  readonly reporter = new Reporter({ writeAnswer: (...args) => this.store.writeAnswer(...args) });

  static async open(): Promise<LocalReports> {
    const folder = await mkdtemp(join(tmpdir(), "zonetag-report-"));
    return new LocalReports(folder, await openStore({ folder }));
  }

  async reopen(): Promise<void> {
    await this.store.close();
    this.store = await openStore({ folder: this.folder });
  }

  async replaceFacts(facts: Fact[]): Promise<Fact[]> {
    await this.store.transaction(async ({ query, append }) => {
      await query(noteDays("facts"));
      await query("DELETE FROM facts");
      await append(facts);
    });
    return facts;
  }

  /** For the tests that every store has to pass. */
  get underTest(): ReportsUnderTest {
    return {
      reporter: this.reporter,
      store: {
        writeAnswer: (...args) => this.store.writeAnswer(...args),
        replaceFacts: (facts) => this.replaceFacts(facts),
        sumUp: () => this.store.fold(),
      },
    };
  }

  async close(): Promise<void> {
    await this.store.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}
