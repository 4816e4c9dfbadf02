/** Choice of format and encoding from Accept and Accept-Encoding. */
import { expect, test } from "vitest";
import { chooseEncoding, chooseFormat } from "../../../src/service/reports/formats.ts";

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
])("Accept: %j prefers CSV: %s", (accept, isPreferred) => {
  expect(chooseFormat(accept)).toBe(isPreferred ? "csv" : "json");
});

const PARQUET = "application/vnd.apache.parquet";

test.each([
  ["application/x-ndjson", "ndjson"],
  ["application/x-ndjson, */*;q=0.1", "ndjson"],
  ["application/x-ndjson;q=0.5, application/*", "json"],
  ["application/x-ndjson, application/json", "json"],
  [PARQUET, "parquet"],
  [`${PARQUET};q=0.9, text/csv`, "csv"],
  [`text/csv;q=0.8, ${PARQUET};q=0.9, application/x-ndjson;q=0.7`, "parquet"],
  ["text/csv, application/x-ndjson", "csv"],
  ["application/x-ndjson;q=0", "json"],
  ["image/png", "json"],
])("Accept: %s selects %s", (accept, format) => {
  expect(chooseFormat(accept)).toBe(format);
});

test.each([
  [undefined, "identity"],
  ["", "identity"],
  ["gzip", "gzip"],
  ["X-GZIP", "gzip"],
  ["deflate, gzip;q=1.0, *;q=0.5", "gzip"],
  ["br, deflate", "identity"],
  ["gzip;q=0", "identity"],
  ["gzip;q=0, *", "identity"],
  ["*", "gzip"],
  ["*;q=0", "identity"],
  ["identity;q=0", "identity"],
  ["identity;q=0, *;q=0.1", "gzip"],
  ["identity, gzip;q=0.5", "identity"],
  ["identity;q=0.5, gzip;q=0.5", "gzip"],
  ["gzip;q=0.000", "identity"],
  ["gzip;q=abc", "gzip"],
  ["gzipped", "identity"],
])("Accept-Encoding: %s selects %s", (accepted, encoding) => {
  expect(chooseEncoding(accepted)).toBe(encoding);
});
