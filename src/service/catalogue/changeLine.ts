/**
 * Lines of a live collection, in files and in Redis: a digest, a space, JSON.
 *
 * 0123456789abcdef
 * {"format":1,"sequence":12,"id":"…","previous":"fedcba9876543210","time":"2026-11-20T12:00:00.000Z",…}
 *
 * Each line contains the digest of the previous one, so histories of the same length differ in the digest of their last
 * line.
 */
import { digest } from "../journal/journalFile.ts";
import type { Entry, ListsOfEntries, Put } from "./document.ts";

/** The only format so far. */
export const FORMAT = 1;

/** A state of the collection: the number of the last change, and the digest of its line. */
export interface Position {
  /** 0 before the first change. */
  sequence: number;
  digest: string;
}

/** A changed entry, with its earlier value. */
export interface RecordedPut extends Put<string> {
  id: number;
  /** Id of the account that the entry belongs to; 0 for shared names. */
  owner: number;
  before?: Entry | undefined;
}

/** A complete change. Entries that are changed together are in one line. */
export interface ChangeLine {
  format: typeof FORMAT;
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
  format: typeof FORMAT;
  document: ListsOfEntries;
}

export function keepChange(change: ChangeLine): KeptLine {
  const text = writeLine(change);
  return { sequence: change.sequence, digest: readDigest(text), text, change };
}

/** Parses a change without its newline. Throws an error that explains the damage. */
export function readChange(line: Buffer): KeptLine {
  const change = readLine<ChangeLine>(line);
  const text = line.toString("utf8");
  return { sequence: change.sequence, digest: readDigest(text), text, change };
}

export function writeLine(value: ChangeLine | Snapshot): string {
  const json = JSON.stringify(value);
  return `${digest(Buffer.from(json))} ${json}`;
}

/** Parses a line without its newline. Throws an error that explains the damage. */
export function readLine<T extends ChangeLine | Snapshot>(line: Buffer): T {
  const space = line.indexOf(" ");
  const json = line.subarray(space + 1);
  if (space < 0 || line.toString("latin1", 0, space) !== digest(json))
    throw new Error("the line is damaged: its checksum differs. Restore a backup.");
  const value = JSON.parse(json.toString("utf8"));
  if (value.format === FORMAT) return value;
  throw new Error(
    `the line has format ${value.format}, and this program reads format ${FORMAT}. Run the version that wrote it.`,
  );
}

function readDigest(text: string): string {
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
