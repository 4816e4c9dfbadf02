/**
 * Sends journal files to ClickHouse, so that each event counts once, and removes a file once it is durable there.
 *
 * After a crash, a file is sent again. Its name is the insert's deduplication token. If ClickHouse has forgotten the
 * token, the equal keys still prevent double counting.
 */
import { readFile, rm } from "node:fs/promises";
import { basename } from "node:path";
import type { EndedFile } from "../journal/journal.ts";
import { isUnfinished, readJournalFile } from "../journal/journalFile.ts";
import type { SetAside } from "../journal/setAside.ts";
import { DAY_MS } from "../values/day.ts";
import { type ClickHouse, isDataError } from "./clickhouse.ts";
import { type FileName, getHour, parseFileName, type Rows, toRows } from "./rows.ts";
import { readForgotten } from "./sources.ts";

interface ShipperParts {
  clickhouse: ClickHouse;
  setAside: SetAside;
}

export class Shipper {
  readonly #parts: ShipperParts;

  constructor(parts: ShipperParts) {
    this.#parts = parts;
  }

  /** Sends a file. Files of one start must be sent in order. */
  async ship({ path, isWhole }: EndedFile): Promise<void> {
    const { setAside } = this.#parts;
    const name = parseFileName(basename(path));
    const bytes = await readFile(path);
    const read = name && toRows(readJournalFile(bytes), name);
    if (!read && !isUnfinished(bytes)) return setAside.moveUnknown(path);
    if (read && !isWhole) await setAside.repair(path);
    if (read) await this.#send(read, name, path);
    await rm(path, { force: true });
  }

  async #send({ columns, rows, hours }: Rows, { epoch, file }: FileName, path: string): Promise<void> {
    const { clickhouse, setAside } = this.#parts;
    const token = basename(path);
    const forgotten = await this.#readForgotten(hours);
    const late = forgotten > 0 ? rows.filter((row) => getHour(row) < forgotten) : [];
    const taken = late.length > 0 ? rows.filter((row) => getHour(row) >= forgotten) : rows;
    const rest = await this.#insert({ columns, rows: taken }, token);
    if (rest.length > 0) await setAside.addLines(path, columns.join(","), rest, "rejected by ClickHouse");
    const lines = late.map((row) => row.trimEnd());
    // The keys of late events have expired, so it is unknown whether these events were counted.
    if (late.length > 0)
      await setAside.addLines(path, columns.join(","), lines, "from days whose events were deleted");
    const arrivals = [...hours]
      .filter((hour) => hour >= forgotten)
      .map((hour) => `${hour},${epoch},${file}\n`)
      .join("");
    await clickhouse.insert("arrivals", ["hour", "epoch", "file"], arrivals, token);
  }

  /**
   * Reads the time before which only sums exist. Skips the query for recent hours, whose events are not yet deleted.
   */
  async #readForgotten(hours: ReadonlySet<number>): Promise<number> {
    const isRecent = Math.min(...hours) * 1000 > Date.now() - DAY_MS;
    return isRecent ? 0 : readForgotten(this.#parts.clickhouse);
  }

  /**
   * Inserts rows and returns the rejected ones. Finds rejected rows by bisection, which takes few attempts for few
   * rows.
   */
  async #insert({ columns, rows }: Pick<Rows, "columns" | "rows">, token: string): Promise<string[]> {
    if (rows.length === 0) return [];
    try {
      await this.#parts.clickhouse.insert("events", columns, rows.join(""), token);
      return [];
    } catch (error) {
      if (!isDataError(error)) throw error;
      if (rows.length === 1) return rows.map((row) => row.trimEnd());
      const middle = rows.length >> 1;
      const first = await this.#insert({ columns, rows: rows.slice(0, middle) }, `${token}/0`);
      return [...first, ...(await this.#insert({ columns, rows: rows.slice(middle) }, `${token}/1`))];
    }
  }
}
