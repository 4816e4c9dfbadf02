/** Id that distinguishes the data of one node from that of others. */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { readFileIfThere, writeDurably } from "../values/files.ts";

/** Reads the id of a data folder, or creates one. */
export async function readIdentity(folder: string): Promise<string> {
  const file = join(folder, "identity");
  const known = await readFileIfThere(file);
  if (known) return known.trim();
  const id = randomUUID();
  await writeDurably(file, `${id}\n`);
  return id;
}
