/** Audit log of a single machine: a file of the data folder for each UTC day. */
import { createReadStream, existsSync } from "node:fs";
import { appendFile, mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DAY_MS } from "../values/day.ts";
import { type AuditStore, listDays } from "./auditLog.ts";

/** Name of the folder in the data folder. */
export const AUDIT_FOLDER = "audit";

interface AuditFolderOptions {
  /** Data folder. */
  data: string;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Reports files that cannot be deleted. */
  onProblem: (error: unknown) => void;
}

export class AuditFolder implements AuditStore {
  readonly #folder: string;
  readonly #now: () => number;
  readonly #deleting: NodeJS.Timeout;

  /** Deletes files that are too old, now and daily. */
  constructor({ data, now, onProblem }: AuditFolderOptions) {
    this.#folder = join(data, AUDIT_FOLDER);
    this.#now = now;
    const deleteOld = () => void this.deleteOld().catch(onProblem);
    this.#deleting = setInterval(deleteOld, DAY_MS).unref();
    deleteOld();
  }

  async append(day: string, lines: readonly string[]): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    // A full disk can leave a partial line, which the newline in front ends.
    const text = lines.map((line) => `\n${line}`).join("");
    await appendFile(join(this.#folder, nameFile(day)), text, { mode: 0o600, flush: true });
  }

  read(day: string): AsyncIterable<string> {
    return readAuditFile(this.#folder, day);
  }

  async deleteOld(): Promise<void> {
    const oldest = listDays(this.#now()).at(-1) ?? "";
    for (const day of await listFolderDays(this.#folder))
      if (day < oldest) await rm(join(this.#folder, nameFile(day)), { force: true });
  }

  close(): void {
    clearInterval(this.#deleting);
  }
}

/** Lists the days with a file, oldest first. */
export async function listFolderDays(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const names = await readdir(folder);
  return names.flatMap((name) => /^(\d{4}-\d\d-\d\d)\.jsonl$/.exec(name)?.[1] ?? []).sort();
}

/** Reads the lines of a day; none without a file. */
export async function* readAuditFile(folder: string, day: string): AsyncIterable<string> {
  const file = join(folder, nameFile(day));
  if (!existsSync(file)) return;
  for await (const line of createInterface({ input: createReadStream(file) })) if (line !== "") yield line;
}

function nameFile(day: string): string {
  return `${day}.jsonl`;
}
