/** Converts failures of disk and database to `StoreError`. */
import { describeThrown, findErrorCode } from "../runtime/thrown.ts";
import { StoreError, type StoreErrorCode } from "./eventStore.ts";

const CODES: Record<string, StoreErrorCode> = {
  ENOSPC: "full",
  EDQUOT: "full",
  EFBIG: "full",
  EROFS: "unwritable",
  EACCES: "unwritable",
  EPERM: "unwritable",
};

const SENTENCES: Partial<Record<StoreErrorCode, string>> = {
  full: "The disk is full",
  unwritable: "The data folder cannot be written",
  closed: "The store is closed",
};

/** Describes a problem for clients, without file names and statements. */
export function describeProblem({ code }: StoreError): string {
  return `${SENTENCES[code] ?? "Events cannot be stored; see the log"}.`;
}

export function asStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const message = describeThrown(error);
  const known = CODES[findErrorCode(error) ?? ""];
  const code = known ?? (/no space left|out of disk/i.test(message) ? "full" : "failed");
  return new StoreError(code, `${SENTENCES[code] ?? "The store failed"}: ${message}`, error);
}

const UNUSABLE = new Set<string | undefined>(["EEXIST", "ENOTDIR", "ENOENT", "EACCES", "EPERM", "EROFS"]);

/** Converts errors that occur when the folder is opened. */
export function asOpenError(error: unknown, folder: string): StoreError {
  if (error instanceof StoreError) return error;
  const message = describeThrown(error);
  if (isLocked(error)) {
    return new StoreError("locked", `The data folder ${folder} is in use by another process.`, error);
  }
  if (UNUSABLE.has(findErrorCode(error)) || /Cannot open file|permission denied|read-only/i.test(message)) {
    return new StoreError("unwritable", `The data folder ${folder} cannot be written: ${message}`, error);
  }
  if (message.startsWith("IO Error")) {
    const remedy = message.includes("WAL file")
      ? "Restore a backup, or run `zonetag-service repair`, which keeps everything before the damage."
      : "Restore a backup.";
    const problem = message.replace(/[.!]$/, "");
    return new StoreError("failed", `The data folder ${folder} cannot be read: ${problem}. ${remedy}`, error);
  }
  return asStoreError(error);
}

/** Whether the data itself cannot be stored, so that a retry would not help. */
export function isDataError(error: unknown): error is Error {
  return (
    error instanceof Error && /^(Conversion|Invalid Input|Out of Range|Constraint) Error/.test(error.message)
  );
}

/** Whether the database has to be reopened, as after a full disk at a checkpoint. */
export function isInvalidated(error: unknown): boolean {
  return error instanceof Error && /invalidated|FATAL/i.test(error.message);
}

/** Whether another process has the file open. */
export function isLocked(error: unknown): boolean {
  return /Could not set lock/i.test(describeThrown(error));
}
