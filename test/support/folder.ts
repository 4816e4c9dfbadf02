/** Temporary folders of tests. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, onTestFinished } from "vitest";

const make = () => mkdtempSync(join(tmpdir(), "zonetag-test-"));
const remove = (folder: string) => rmSync(folder, { recursive: true, force: true });

/** Makes a folder that is removed after the last test of this file. */
export function useFolder(): string {
  const folder = make();
  afterAll(() => remove(folder));
  return folder;
}

/** Makes a folder that is emptied after each test of this file. */
export function useEmptyFolder(): string {
  const folder = useFolder();
  afterEach(() => {
    remove(folder);
    mkdirSync(folder, { mode: 0o700 });
  });
  return folder;
}

/** Makes a folder that is removed after the current test. */
export function makeFolder(): string {
  const folder = make();
  onTestFinished(() => remove(folder));
  return folder;
}
