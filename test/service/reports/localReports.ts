/** Reports over an embedded store in a temporary folder. */
import { afterAll } from "vitest";
import { noteDays } from "../../../src/service/duckdb/dailySums.ts";
import { type LocalStore, openStore } from "../../../src/service/duckdb/duckdbStore.ts";
import type { Fact } from "../../../src/service/facts/factTable.ts";
import { useFolder } from "../../support/folder.ts";
import { Reporter, type ReportsUnderTest } from "./reportContract.ts";

export class LocalReports {
  readonly folder: string;
  /** Replaced by `reopen`. */
  store: LocalStore;

  private constructor(folder: string, store: LocalStore) {
    this.folder = folder;
    this.store = store;
  }

  readonly reporter = new Reporter({ writeAnswer: (...args) => this.store.writeAnswer(...args) });

  /** Opens a store that is closed after the last test of the file. */
  static async use(): Promise<LocalReports> {
    const folder = useFolder();
    const reports = new LocalReports(folder, await openStore({ folder }));
    afterAll(() => reports.store.close());
    return reports;
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

  /** Adapter for the tests that every store must pass. */
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
}
