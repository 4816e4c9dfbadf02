/** What tells the data of one node from that of others. */
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { writeDurably } from "../values/files.ts";

/** Of a data folder; made when it is first asked for. */
export async function readIdentity(folder: string): Promise<string> {
  const file = join(folder, "identity");
  const known = await readFile(file, "utf8").catch((error) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (known) return known.trim();
  const id = randomUUID();
  await writeDurably(file, `${id}\n`);
  return id;
}
