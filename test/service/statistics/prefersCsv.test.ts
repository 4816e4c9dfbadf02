/** Who is answered with CSV. */
import { expect, test } from "vitest";
import { prefersCsv } from "../../../src/service/statistics/prefersCsv.ts";

test.each<[string | undefined, boolean]>([
  [undefined, false],
  ["", false],
  ["text/csv", true],
  ["text/plain, text/csv", true],
  ["text/csvx", false],
  ["text/csv, application/json", false],
  ["text/csv, application/json;q=0.9", true],
  ["text/csv;q=0.5, application/json;q=0.6", false],
  ["text/csv;q=0.5, */*;q=0.5", true],
  ["text/csv;q=0.5, */*;q=0.6", false],
  ["text/csv;q=0.5, application/*;q=0.6", false],
  ["text/csv;q=0.5, application/*;q=0.5, */*", true],
  ["text/csv;q=0.5, application/json;q=0.4, application/*;q=0.6, */*", true],
  ["text/csv;  q=0.5  , application/json;q=0.6", false],
  [" TEXT/CSV ;Q=0.5,Application/JSON;q=0.6", false],
  ["text/csv;q=0.5x, application/json;q=0.6", true],
  ["text/csv;xq=0.5, application/json;q=0.6", true],
  ["text/csv;header=present;q=0.5, application/json;q=0.6", false],
  ["text/csv;q=0", false],
  ["text/csv;q=0, */*;q=0", false],
])("that CSV is preferred by %j is %s", (accept, isPreferred) => {
  expect(prefersCsv(accept)).toBe(isPreferred);
});
