import { expect, test } from "vitest";
import { StoreError } from "../../../src/service/facts/eventStore.ts";
import {
  asOpenError,
  asStoreError,
  describeProblem,
  isDataError,
  isInvalidated,
} from "../../../src/service/facts/storeErrors.ts";

const FOLDER = "/srv/data";
const failWith = (code: string) => Object.assign(new Error(`${code}: it failed`), { code });

test.each([
  ["ENOSPC", "full", "The disk is full: ENOSPC: it failed"],
  ["EDQUOT", "full", "The disk is full: EDQUOT: it failed"],
  ["EFBIG", "full", "The disk is full: EFBIG: it failed"],
  ["EROFS", "unwritable", "The data folder cannot be written: EROFS: it failed"],
  ["EACCES", "unwritable", "The data folder cannot be written: EACCES: it failed"],
  ["EPERM", "unwritable", "The data folder cannot be written: EPERM: it failed"],
  ["EIO", "failed", "The store failed: EIO: it failed"],
])("a file that fails with %s is an error of the code %s", (code, expected, message) => {
  const cause = failWith(code);
  expect(asStoreError(cause)).toMatchObject({ name: "StoreError", code: expected, message, cause });
});

test.each(["IO Error: No space left on device", "Out of disk space"])(
  "%j of the database is a full disk",
  (words) => {
    expect(asStoreError(new Error(words)).code).toBe("full");
  },
);

test("any thrown value becomes a store failure, and a store failure stays", () => {
  expect(asStoreError("words")).toMatchObject({ code: "failed", message: "The store failed: words" });
  expect(asStoreError(undefined).message).toBe("The store failed: undefined");
  const own = new StoreError("busy", "IO Error: Permission denied");
  expect([asStoreError(own), asOpenError(own, FOLDER)]).toEqual([own, own]);
});

test.each([
  ["full", "The disk is full."],
  ["unwritable", "The data folder cannot be written."],
  ["closed", "The store is closed."],
  ["failed", "Events cannot be stored; the log says why."],
] as const)("the public message of the code %s is %j", (code, words) => {
  expect(describeProblem(new StoreError(code, "SELECT secret FROM /srv/data"))).toBe(words);
});

test("a folder open in another process is refused with that reason", () => {
  const words = 'IO Error: Could not set lock on file "/srv/data/events.duckdb"';
  const message = "The data folder /srv/data is in use by another process.";
  expect(asOpenError(new Error(words), FOLDER)).toMatchObject({ code: "locked", message });
});

test.each(["EEXIST", "ENOTDIR", "ENOENT", "EACCES", "EPERM", "EROFS"])(
  "a folder that cannot be opened for %s cannot be written",
  (code) => {
    const message = `The data folder /srv/data cannot be written: ${code}: it failed`;
    expect(asOpenError(failWith(code), FOLDER)).toMatchObject({ code: "unwritable", message });
  },
);

test.each(['Cannot open file "x"', "Permission denied", "database is read-only"])(
  "a folder that the database refuses with %j cannot be written",
  (words) => {
    expect(asOpenError(new Error(words), FOLDER).code).toBe("unwritable");
  },
);

test.each([
  ["IO Error: The checksum is wrong.", "IO Error: The checksum is wrong"],
  ["IO Error: No database!", "IO Error: No database"],
  ["IO Error: No magic bytes. At all", "IO Error: No magic bytes. At all"],
])("a folder whose database cannot be read for %j has to be restored", (words, reason) => {
  const message = `The data folder /srv/data cannot be read: ${reason}. Restore a backup.`;
  expect(asOpenError(new Error(words), FOLDER)).toMatchObject({ code: "failed", message });
  const other = `Binder Error: ${words}`;
  expect(asOpenError(new Error(other), FOLDER).message).toBe(`The store failed: ${other}`);
});

test("a full disk while opening a folder is reported as one", () => {
  expect(asOpenError(failWith("ENOSPC"), FOLDER).code).toBe("full");
  expect(asOpenError(new Error("x"), FOLDER).code).toBe("failed");
});

test.each(["Conversion", "Invalid Input", "Out of Range", "Constraint"])(
  "an error of the kind %s means that the data cannot be stored",
  (kind) => {
    expect(isDataError(new Error(`${kind} Error: x`))).toBe(true);
    expect(isDataError(new Error(`IO Error: ${kind} Error: x`))).toBe(false);
    expect(isDataError(`${kind} Error: x`)).toBe(false);
  },
);

test("a database with a fatal error has to be reopened", () => {
  for (const words of ["database has been invalidated", "FATAL Error: x"])
    expect([words, isInvalidated(new Error(words))]).toEqual([words, true]);
  expect([isInvalidated(new Error("IO Error")), isInvalidated("FATAL")]).toEqual([false, false]);
});
