/** Messages for file system errors. */
import { readCode, readMessage } from "./thrown.ts";

const REASONS: Record<string, string> = {
  ENOENT: "There is no such file.",
  ENOTDIR: "There is no such file.",
  EISDIR: "It is a folder, not a file.",
  EACCES: "It may not be read.",
  EPERM: "It may not be read.",
  // zlib
  Z_DATA_ERROR: "It is not compressed with gzip, or damaged.",
  Z_BUF_ERROR: "It is compressed with gzip, and its end is missing.",
};

/** Describes why a file could not be read. */
export function describeReadProblem(error: unknown): string {
  return REASONS[readCode(error) ?? ""] ?? readMessage(error);
}
