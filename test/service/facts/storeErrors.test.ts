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
])("a file error %s becomes a store error with the code %s", (code, expected, message) => {
  const cause = failWith(code);
  expect(asStoreError(cause)).toMatchObject({ name: "StoreError", code: expected, message, cause });
});

test.each(["IO Error: No space left on device", "Out of disk space"])(
  "the database error %j is reported as a full disk",
  (words) => {
    expect(asStoreError(new Error(words)).code).toBe("full");
  },
);

test("any thrown value becomes a store error, and a store error is kept", () => {
  expect(asStoreError("words")).toMatchObject({ code: "failed", message: "The store failed: words" });
  expect(asStoreError(undefined).message).toBe("The store failed: undefined");
  const own = new StoreError("busy", "IO Error: Permission denied");
  expect([asStoreError(own), asOpenError(own, FOLDER)]).toEqual([own, own]);
});

test.each([
  ["full", "The disk is full."],
  ["unwritable", "The data folder cannot be written."],
  ["closed", "The store is closed."],
  ["failed", "Events cannot be stored; see the log."],
] as const)("the public message of the code %s is %j", (code, words) => {
  expect(describeProblem(new StoreError(code, "SELECT secret FROM /srv/data"))).toBe(words);
});

test("a locked database is reported as a data folder in use by another process", () => {
  const words = 'IO Error: Could not set lock on file "/srv/data/events.duckdb"';
  const message = "The data folder /srv/data is in use by another process.";
  expect(asOpenError(new Error(words), FOLDER)).toMatchObject({ code: "locked", message });
});

test.each(["EEXIST", "ENOTDIR", "ENOENT", "EACCES", "EPERM", "EROFS"])(
  "an error %s when opening the data folder is reported as unwritable",
  (code) => {
    const message = `The data folder /srv/data cannot be written: ${code}: it failed`;
    expect(asOpenError(failWith(code), FOLDER)).toMatchObject({ code: "unwritable", message });
  },
);

test.each(['Cannot open file "x"', "Permission denied", "database is read-only"])(
  "the database error %j when opening the data folder is reported as unwritable",
  (words) => {
    expect(asOpenError(new Error(words), FOLDER).code).toBe("unwritable");
  },
);

test.each([
  ["IO Error: The checksum is wrong.", "IO Error: The checksum is wrong"],
  ["IO Error: No database!", "IO Error: No database"],
  ["IO Error: No magic bytes. At all", "IO Error: No magic bytes. At all"],
])("the error %j when opening the database advises to restore a backup", (words, reason) => {
  const message = `The data folder /srv/data cannot be read: ${reason}. Restore a backup.`;
  expect(asOpenError(new Error(words), FOLDER)).toMatchObject({ code: "failed", message });
  const other = `Binder Error: ${words}`;
  expect(asOpenError(new Error(other), FOLDER).message).toBe(`The store failed: ${other}`);
});

test("a full disk while opening the data folder is reported as full", () => {
  expect(asOpenError(failWith("ENOSPC"), FOLDER).code).toBe("full");
  expect(asOpenError(new Error("x"), FOLDER).code).toBe("failed");
});

test.each(["Conversion", "Invalid Input", "Out of Range", "Constraint"])(
  "a database error of the kind %s is a data error",
  (kind) => {
    expect(isDataError(new Error(`${kind} Error: x`))).toBe(true);
    expect(isDataError(new Error(`IO Error: ${kind} Error: x`))).toBe(false);
    expect(isDataError(`${kind} Error: x`)).toBe(false);
  },
);

test("a fatal database error is recognized as one that requires reopening", () => {
  for (const words of ["database has been invalidated", "FATAL Error: x"])
    expect([words, isInvalidated(new Error(words))]).toEqual([words, true]);
  expect([isInvalidated(new Error("IO Error")), isInvalidated("FATAL")]).toEqual([false, false]);
});

test("damage in the write-ahead log also advises to run repair", () => {
  expect(asOpenError(new Error('IO Error: Failure while replaying WAL file "x"'), FOLDER).message).toBe(
    'The data folder /srv/data cannot be read: IO Error: Failure while replaying WAL file "x". Restore a backup, or run `zonetag-service repair`, which keeps everything before the damage.',
  );
});
