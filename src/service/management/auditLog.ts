/**
 * Who changed what, and when: one JSON line for each change, in the data folder.
 *
 * A line is on disk before the change is: a crash in between leaves a line too many, never a change without one. Such a
 * line is withdrawn at the next start.
 */
import { createHash } from "node:crypto";
import { appendFile, open, readFile, stat } from "node:fs/promises";
import { readFileIfThere } from "../values/files.ts";

export interface AuditEntry {
  /** ISO 8601, UTC. */
  time: string;
  /** Who did it: id and name of the account at the time. */
  account: { id: number; name: string };
  action: "create" | "change";
  /** `sites`, `zones`, `campaigns`, `accounts` or `creatives`. */
  kind: string;
  id: number;
  /** The account that the entry belongs to. */
  owner: number;
  /** The entry as the file had it; absent when it was made. */
  before?: unknown;
  after: unknown;
  /** Digest of the catalogue that the change led to. */
  catalogue: string;
}

/** Takes note of changes, and takes back the note of one that was not made. */
export interface ChangeNotes {
  append(entry: AuditEntry): Promise<void>;
  /** Takes the line back whose catalogue was not written. */
  withdraw(catalogue: string): Promise<void>;
}

/** Who changed what. */
export interface ChangeLog {
  /** The newest first; `matches` decides which. */
  list(
    matches: (entry: AuditEntry) => boolean,
    limit: number,
    offset: number,
  ): Promise<{ count: number; entries: AuditEntry[] }>;
}

interface Withdrawal {
  withdrawn: string;
}

/** Of a catalogue's text, whether or not an editor put a byte order mark before it. */
export function digestText(text: string): string {
  return createHash("sha256")
    .update(text.replace(/^\uFEFF/, ""))
    .digest("base64url");
}

export class AuditLog implements ChangeLog, ChangeNotes {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /** Of the changes to a catalogue's file. */
  static async open(file: string, catalogueFile: string): Promise<AuditLog> {
    const log = new AuditLog(file);
    await log.reconcile(catalogueFile);
    return log;
  }

  /** Withdraws the last line when the catalogue never became what it says. */
  async reconcile(catalogueFile: string): Promise<void> {
    const log = await this.#text();
    if (log !== "" && !log.endsWith("\n")) await appendFile(this.#file, "\n");
    const last = (await this.read()).at(-1);
    if (!last) return;
    const [text, { mtime }] = await Promise.all([readFile(catalogueFile, "utf8"), stat(catalogueFile)]);
    // A file that was saved later is somebody's change by hand, made after this one.
    if (digestText(text) !== last.catalogue && mtime < new Date(last.time))
      await this.withdraw(last.catalogue);
  }

  append(entry: AuditEntry): Promise<void> {
    return this.#write(entry);
  }

  withdraw(catalogue: string): Promise<void> {
    return this.#write({ withdrawn: catalogue });
  }

  async list(matches: (entry: AuditEntry) => boolean, limit: number, offset: number) {
    return selectChanges(await this.read(), matches, limit, offset);
  }

  async #write(line: AuditEntry | Withdrawal): Promise<void> {
    const handle = await open(this.#file, "a", 0o600);
    try {
      const { size } = await handle.stat();
      try {
        await handle.writeFile(`${JSON.stringify(line)}\n`);
        await handle.sync();
      } catch (error) {
        // Half a line, as a full disk leaves it, would spoil the next one.
        await handle.truncate(size);
        throw error;
      }
    } finally {
      await handle.close();
    }
  }

  /** The oldest first. */
  async read(): Promise<AuditEntry[]> {
    const entries: AuditEntry[] = [];
    for (const line of (await this.#text()).split("\n")) {
      const parsed = parseLine(line);
      if (!parsed) continue;
      if (!("withdrawn" in parsed)) entries.push(parsed);
      else if (entries.at(-1)?.catalogue === parsed.withdrawn) entries.pop();
    }
    return entries;
  }

  async #text(): Promise<string> {
    return (await readFileIfThere(this.#file)) ?? "";
  }
}

/** `entries`: the oldest first. */
export function selectChanges(
  entries: readonly AuditEntry[],
  matches: (entry: AuditEntry) => boolean,
  limit: number,
  offset: number,
) {
  const found = entries.filter(matches).reverse();
  return { count: found.length, entries: found.slice(offset, offset + limit) };
}

/** A crash may leave half a line at the end. */
function parseLine(line: string): AuditEntry | Withdrawal | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
