/**
 * What version 0.1.0 imported. Its facts carry no import, so that they cannot be replaced; it kept a digest of each
 * file's beginning that it had counted, by which the same lines are recognised when their file is imported again.
 */
import { createHash } from "node:crypto";
import type { Query } from "../store/store.ts";
import type { FileRecord } from "./records.ts";

/** Digests of beginnings that are counted, by how many records they have. */
export type Beginnings = ReadonlyMap<number, ReadonlySet<string>>;

export async function readBeginnings(query: Query): Promise<Beginnings> {
  const beginnings = new Map<number, Set<string>>();
  const rows = await query<{ records: bigint; digest: string }>(
    "SELECT records, digest FROM earlier_imports",
  );
  for (const { records, digest } of rows) {
    const digests = beginnings.get(Number(records)) ?? new Set();
    beginnings.set(Number(records), digests.add(digest));
  }
  return beginnings;
}

/** Says of each record of a file, in order, whether everything up to it is a beginning that is counted. */
export function recogniseBeginnings(beginnings: Beginnings): (record: FileRecord) => boolean {
  if (beginnings.size === 0) return () => false;
  const hash = createHash("sha256");
  let records = 0;
  return (record) => {
    records += 1;
    hash.update(`${formatRecord(record)}\n`);
    const known = beginnings.get(records);
    return known?.has(hash.copy().digest("hex")) ?? false;
  };
}

/** A record as version 0.1.0 digested it, which read money as JSON numbers. */
function formatRecord({ values, content, problem }: FileRecord): string | undefined {
  if (!values) return problem;
  return JSON.stringify(content === undefined ? values : JSON.parse(content));
}
