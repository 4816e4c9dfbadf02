import { stat } from "node:fs/promises";

/** Reads the version of a file or of a folder's list, for comparison; empty if it cannot be read. */
export async function readVersion(path: string): Promise<string> {
  return stat(path, { bigint: true }).then(
    ({ dev, ino, size, mtimeNs, ctimeNs }) => [dev, ino, size, mtimeNs, ctimeNs].join(),
    () => "",
  );
}
