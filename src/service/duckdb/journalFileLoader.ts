/** Loads files of the journal into the database, each once, and removes them. */
import { randomUUID } from "node:crypto";
import { readdir, readFile, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { isDataError } from "../facts/storeErrors.ts";
import { makeFolder, syncFolder, writeDurably } from "../files/files.ts";
import { readSavedBytes } from "../files/savedFile.ts";
import { readHeader } from "../journal/columns.ts";
import type { EndedFile } from "../journal/journal.ts";
import { isUnfinished, MARK } from "../journal/journalFile.ts";
import type { SetAside } from "../journal/setAside.ts";
import { type Database, run } from "./database.ts";
import type { Connection } from "./engineTypes.ts";
import { loadEvents } from "./loadSql.ts";
import { noteRunningTime, type RunningTime } from "./runningTime.ts";
import { deleteKeys } from "./storedKeys.ts";
import { withTemporaryFile } from "./temporaryFile.ts";

interface JournalFileLoaderParts {
  database: Database;
  setAside: SetAside;
  runningTime: RunningTime;
  /** Folder of the journal. */
  journal: string;
  /** Folder for temporary files, emptied at each start. */
  temporary: string;
  keysKeptMs: number;
  now: () => number;
}

export class JournalFileLoader {
  readonly #parts: JournalFileLoaderParts;
  /** Loaded and removed files whose names are still recorded. */
  #removed: string[] = [];

  constructor(parts: JournalFileLoaderParts) {
    this.#parts = parts;
  }

  /** Removes leftovers of an interrupted load. Requires the database's lock. */
  async clean(): Promise<void> {
    const { temporary, journal, database } = this.#parts;
    await rm(temporary, { recursive: true, force: true });
    await makeFolder(temporary);
    await makeFolder(journal);
    const names = await readdir(journal);
    for (const name of names) if (!name.endsWith(".csv")) await rm(join(journal, name), { force: true });
    // Names of files that are durably removed need no record.
    await syncFolder(journal);
    await database.query("DELETE FROM loaded WHERE NOT list_contains($1, file)", [["", ...names]]);
  }

  async load(file: EndedFile): Promise<void> {
    const { setAside } = this.#parts;
    const { path } = file;
    const bytes = await readSavedBytes(path);
    const columns = readHeader(bytes.toString("utf8", 0, Math.max(0, bytes.indexOf("\n"))));
    if (!columns && !isUnfinished(bytes)) return setAside.moveUnknown(path);
    if (columns && !file.isWhole) await setAside.repair(path);
    if (columns) await this.#loadFile(path, columns);
    await rm(path, { force: true });
    this.#removed.push(basename(path));
  }

  async #loadFile(path: string, columns: readonly string[]): Promise<void> {
    try {
      await this.#commit(path, [path], columns);
    } catch (error) {
      if (!isDataError(error)) throw error;
      await this.#loadParts(path, columns, error.message);
    }
  }

  /** Loads the valid lines, and sets aside the lines that the database rejects. */
  async #loadParts(path: string, columns: readonly string[], reason: string): Promise<void> {
    const [header = "", ...lines] = (await readFile(path, "utf8")).split("\n");
    const events = lines.filter((line) => line !== "" && !line.startsWith(MARK));
    const { parts, rest } = await this.#divide(events, columns);
    const files: string[] = [];
    try {
      for (const part of parts) files.push(await this.#writePart(part, columns));
      if (rest.length > 0) await this.#parts.setAside.addLines(path, header, rest, reason);
      await this.#commit(path, files, columns);
    } finally {
      for (const file of files) await rm(file, { force: true });
    }
  }

  /** Finds loadable parts and rejected lines by bisection, which takes few attempts for few lines. */
  async #divide(
    lines: readonly string[],
    columns: readonly string[],
  ): Promise<{ parts: (readonly string[])[]; rest: string[] }> {
    if (lines.length === 0) return { parts: [], rest: [] };
    if (await this.#canLoad(lines, columns)) return { parts: [lines], rest: [] };
    if (lines.length === 1) return { parts: [], rest: [...lines] };
    const middle = lines.length >> 1;
    const first = await this.#divide(lines.slice(0, middle), columns);
    const second = await this.#divide(lines.slice(middle), columns);
    return { parts: [...first.parts, ...second.parts], rest: [...first.rest, ...second.rest] };
  }

  async #canLoad(lines: readonly string[], columns: readonly string[]): Promise<boolean> {
    const file = await this.#writePart(lines, columns);
    const undone = new Error("It could be loaded.");
    const trial = this.#parts.database.transact<never>(async (connection) => {
      await this.#run(connection, file, columns);
      throw undone;
    });
    const outcome: unknown = await trial.catch((error) => error);
    await rm(file, { force: true });
    if (outcome !== undone && !isDataError(outcome)) throw outcome;
    return outcome === undone;
  }

  async #writePart(lines: readonly string[], columns: readonly string[]): Promise<string> {
    const file = join(this.#parts.temporary, `${randomUUID()}.csv`);
    await writeDurably(file, `${columns.join(",")}\n${lines.join("\n")}\n`);
    return file;
  }

  /** Stores the events of all parts, or of none; does nothing when the file was loaded before. */
  async #commit(path: string, parts: readonly string[], columns: readonly string[]): Promise<void> {
    const { database, journal, runningTime, keysKeptMs, now } = this.#parts;
    const name = basename(path);
    const removed = this.#removed;
    // If a crash undoes a removal, the record must still exist.
    if (removed.length > 0) await syncFolder(journal);
    await database.transact(async (connection) => {
      const known = await run(connection, "SELECT 1 FROM loaded WHERE file = $1", [name]);
      if (known.length > 0) return;
      for (const part of parts) await this.#run(connection, part, columns);
      await deleteKeys(connection, { runningTime: runningTime.now(), now: now() }, keysKeptMs);
      await run(connection, "DELETE FROM frequency WHERE expires < $1::TIMESTAMP", [new Date(now())]);
      await noteRunningTime(connection, runningTime);
      if (removed.length > 0) await run(connection, "DELETE FROM loaded WHERE file = ANY($1)", [removed]);
      await run(connection, "INSERT INTO loaded VALUES ($1)", [name]);
    });
    this.#removed = this.#removed.filter((other) => !removed.includes(other));
  }

  #run(connection: Connection, path: string, columns: readonly string[]): Promise<void> {
    return withTemporaryFile(this.#parts.temporary, async (temporary) => {
      const runningTime = this.#parts.runningTime.now();
      for (const statement of loadEvents({ path, columns, temporary, runningTime }))
        await connection.run(statement);
    });
  }
}
