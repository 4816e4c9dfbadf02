/** Reads files that the service wrote itself. The error about an unusable file names it and says what to do. */
import { type FileHandle, open, readFile } from "node:fs/promises";
import * as v from "valibot";
import { findErrorCode } from "../runtime/thrown.ts";
import { describeReadProblem } from "./fileProblem.ts";

const RESTORE = "Restore it from a backup.";

/** Reads a text; undefined when there is no file. `remedy`: sentences that say what to do about an unusable file. */
export async function readSaved(file: string, remedy = RESTORE): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (findErrorCode(error) === "ENOENT") return undefined;
    throw refuseUnreadable(file, error, remedy);
  }
}

export function readSavedBytes(file: string): Promise<Buffer> {
  return readFile(file).catch((error) => {
    throw refuseUnreadable(file, error, RESTORE);
  });
}

/** Opens a file that is too large to be read at once. */
export function openSaved(file: string): Promise<FileHandle> {
  return open(file).catch((error) => {
    throw refuseUnreadable(file, error, RESTORE);
  });
}

/** Reads JSON; undefined when there is no file. */
export async function readSavedJson<T>(
  file: string,
  schema: v.GenericSchema<unknown, T>,
  remedy = RESTORE,
): Promise<T | undefined> {
  const text = await readSaved(file, remedy);
  if (text === undefined) return undefined;
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  if (read.success) return read.output;
  throw refuseSaved(file, describeContent(text, read.issues[0]), remedy);
}

/** Error about a file whose content cannot be used. */
export function refuseSaved(file: string, problem: string, remedy = RESTORE): Error {
  return new Error(`${file}: ${problem} ${remedy}`);
}

function refuseUnreadable(file: string, error: unknown, remedy: string): Error {
  const isDenied = ["EACCES", "EPERM"].includes(findErrorCode(error) ?? "");
  return refuseSaved(file, describeReadProblem(error), isDenied ? "Give it to that user." : remedy);
}

/** Describes the problem of a content without quoting it, because it may be secret. */
function describeContent(text: string, issue: v.BaseIssue<unknown>): string {
  if (text === "") return "It is empty.";
  if (issue.type === "parse_json") return "It is damaged: this is not JSON.";
  return `It is damaged, or another version wrote it: unexpected content at ${v.getDotPath(issue) ?? "the beginning"}.`;
}
