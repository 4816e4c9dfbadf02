/** Messages for file system errors. */
import { describeThrown, findErrorCode } from "../runtime/thrown.ts";

const NOT_ALLOWED = "The user who runs this program may not read it.";

const REASONS: Record<string, string> = {
  ENOENT: "There is no such file.",
  ENOTDIR: "There is no such file.",
  EISDIR: "It is a folder, not a file.",
  EACCES: NOT_ALLOWED,
  EPERM: NOT_ALLOWED,
  EEXIST: "It is a file, not a folder. Move it away.",
  // zlib
  Z_DATA_ERROR: "It is not compressed with gzip, or damaged.",
  Z_BUF_ERROR: "It is compressed with gzip, but its end is missing.",
};

/** Describes why a file could not be read. */
export function describeReadProblem(error: unknown): string {
  return REASONS[findErrorCode(error) ?? ""] ?? describeThrown(error);
}
