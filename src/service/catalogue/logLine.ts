/**
 * Lines of a live collection, in files and in Redis: a digest, a space, JSON.
 *
 * 0123456789abcdef
 * {"format":2,"sequence":12,"id":"…","previous":"fedcba9876543210","time":"2026-11-20T12:00:00.000Z",…}
 *
 * Each line contains the digest of the previous one, so histories of the same length differ in the digest of their last
 * line.
 */
import { digest } from "../journal/journalFile.ts";
import type { Entry, ListsOfEntries, Put } from "./document.ts";
import type { Fields } from "./fieldChanges.ts";

/** Format of changes. Format 1, of earlier versions, has whole entries instead of changed fields. */
export const FORMAT = 2;
export const SNAPSHOT_FORMAT = 1;

/** A state of the collection: the number of the last change, and the digest of its line. */
export interface Position {
  /** 0 before the first change. */
  sequence: number;
  digest: string;
}

/** Names a changed entry. */
export interface PutReference extends Pick<Put<string>, "list" | "creative"> {
  id: number;
}

interface PlacedPut extends PutReference {
  /** Id of the account that the entry belongs to; 0 for shared names. */
  owner: number;
}

/** Changed fields of an entry, or of one creative of a campaign. */
export interface FieldPut extends PlacedPut {
  /** Name of the campaign of a changed creative. */
  campaign?: string | undefined;
  /** Absent for a new entry, which has all fields in `after`. */
  before?: Fields | undefined;
  after: Fields;
}

/** A changed entry in format 1, with its earlier value. */
export interface EntryPut extends PlacedPut {
  before?: Entry | undefined;
  entry: Entry;
}

export type RecordedPut = FieldPut | EntryPut;

/** A complete change. Entries that are changed together are in one line. */
export interface ChangeLine {
  format: typeof FORMAT | 1;
  /** Incremented with each change. */
  sequence: number;
  /** Unique, so that two changes of the same content at the same time have different digests. */
  id: string;
  /** Digest of the previous line. */
  previous: string;
  /** ISO 8601, UTC. */
  time: string;
  /** Id and name of the account at the time of the change; id 0 for commands. */
  account: { id: number; name: string };
  /** Id of the user or API token that made the change; both absent for an account's own sign-in and for commands. */
  user?: number | undefined;
  token?: number | undefined;
  /** Digest of method, path and body of a request with a key; absent in lines of earlier versions. */
  requestDigest?: string | undefined;
  /** Idempotency key of the request. */
  request: string;
  put: RecordedPut[];
}

/** A stored change. */
export interface KeptLine extends Position {
  /** Text without a newline. */
  text: string;
  change: ChangeLine;
}

/** Document after a change. */
export interface Snapshot extends Position {
  format: typeof SNAPSHOT_FORMAT;
  document: ListsOfEntries;
}

export function keepChange(change: ChangeLine): KeptLine {
  const text = writeLine(change);
  return { sequence: change.sequence, digest: parseDigest(text), text, change };
}

/** Parses a change without its newline. Throws an error that explains the damage. */
export function parseLogLine(line: Buffer): KeptLine {
  const { digest, json } = splitLine(line);
  const change = parseChange(json);
  return { sequence: change.sequence, digest, text: `${digest} ${json}`, change };
}

/** Parses the JSON of a change. Throws an error when a later version wrote it. */
export function parseChange(json: string): ChangeLine {
  return requireFormat<ChangeLine>(JSON.parse(json), [1, FORMAT]);
}

/** Parses a snapshot without its newline. Throws an error that explains the damage. */
export function parseSnapshotLine(line: Buffer): Snapshot {
  return requireFormat<Snapshot>(JSON.parse(splitLine(line).json), [SNAPSHOT_FORMAT]);
}

function requireFormat<T extends { format: number }>(value: T, formats: readonly number[]): T {
  if (formats.includes(value.format)) return value;
  throw new Error(
    `the line has format ${value.format}, and this program reads ${formats.join(" and ")}. Run the version that wrote it.`,
  );
}

export function writeLine(value: ChangeLine | Snapshot): string {
  return Buffer.concat(encodeLine(value)).toString("utf8");
}

/** Encodes a line in pieces, because a snapshot is as large as the catalogue. */
export function encodeLine(value: ChangeLine | Snapshot): Buffer[] {
  const json = Buffer.from(JSON.stringify(value));
  return [Buffer.from(`${digest(json)} `), json];
}

/** Splits a line into its digest, which is checked, and its JSON. */
function splitLine(line: Buffer): { digest: string; json: string } {
  const space = line.indexOf(" ");
  const json = line.subarray(space + 1);
  const expected = digest(json);
  if (line.toString("latin1", 0, space) !== expected) throw new DamagedLineError();
  return { digest: expected, json: json.toString("utf8") };
}

export class DamagedLineError extends Error {
  constructor() {
    super("the line is damaged: its checksum differs. Restore a backup.");
  }
}

function parseDigest(text: string): string {
  return text.slice(0, text.indexOf(" "));
}

/** Computes the digest of an initial document, which no change line contains. */
export function digestDocument(document: ListsOfEntries): string {
  return digest(Buffer.from(JSON.stringify(document)));
}

export function isSamePosition(a: Position, b: Position): boolean {
  return a.sequence === b.sequence && a.digest === b.digest;
}

/**
 * Returns a text that occurs only in lines that change the entry: within JSON strings, its quotation marks would be
 * escaped.
 */
export function writeNeedle(list: string, id: number): string {
  return list === "creatives" ? `"creative":${id},` : `{"list":"${list}","id":${id},`;
}

/** Returns a text that occurs only in lines of this request. */
export function writeRequestNeedle(request: string): string {
  return `"request":${JSON.stringify(request)},"put":[`;
}
