/** Id that distinguishes the data of one node from the data of others. */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { writeDurably } from "../files/files.ts";
import { readSaved, refuseSaved } from "../files/savedFile.ts";

const FORM = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const REMEDY =
  "Restore it from a backup. If neither Redis nor ClickHouse has data of this folder, remove it instead; a new one is created.";

/** Reads the id of a data folder, or creates one. */
export async function readIdentity(folder: string): Promise<string> {
  const file = join(folder, "identity");
  const known = (await readSaved(file, REMEDY))?.trim();
  if (known !== undefined && !FORM.test(known)) throw refuseSaved(file, "It does not contain an id.", REMEDY);
  if (known !== undefined) return known;
  const id = randomUUID();
  await writeDurably(file, `${id}\n`);
  return id;
}
