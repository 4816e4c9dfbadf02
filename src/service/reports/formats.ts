/** Formats of reports, and how clients choose them: https://www.rfc-editor.org/rfc/rfc9110#section-12.5 */
import { REPORT_FILES, type ReportFile } from "../../protocol/statistics.ts";
import { listKeys } from "../../protocol/tables.ts";

interface FormatDefinition {
  /** Media type that clients request. */
  readonly type: string;
  readonly contentType: string;
  /** Whether the answer is a download, which has all records unless the request has a limit. */
  readonly isFile: boolean;
  /** Whether the answer is text, which is worth compressing. */
  readonly isText: boolean;
}

export type ReportFormat = "json" | ReportFile;

export const FORMATS: Readonly<Record<ReportFormat, FormatDefinition>> = {
  json: { type: "application/json", contentType: "application/json", isFile: false, isText: true },
  csv: { type: REPORT_FILES.csv, contentType: "text/csv; charset=utf-8", isFile: true, isText: true },
  ndjson: { type: REPORT_FILES.ndjson, contentType: REPORT_FILES.ndjson, isFile: true, isText: true },
  parquet: { type: REPORT_FILES.parquet, contentType: REPORT_FILES.parquet, isFile: true, isText: false },
};

export type Encoding = "gzip" | "identity";

/** Chooses the format that a client prefers to JSON; a wildcard means JSON. */
export function chooseFormat(accept = ""): ReportFormat {
  const find = parseQualities(accept);
  const best = listKeys(REPORT_FILES).reduce((a, b) =>
    find(REPORT_FILES[b]) > find(REPORT_FILES[a]) ? b : a,
  );
  const quality = find(REPORT_FILES[best]);
  // A client that lists a format and a wildcard with the same quality wants the format.
  return quality > find("application/json") && quality >= find("application/json", "application/*", "*/*")
    ? best
    : "json";
}

/** Chooses gzip where a client accepts it at least as well as no encoding. */
export function chooseEncoding(acceptEncoding = ""): Encoding {
  const find = parseQualities(acceptEncoding);
  const gzip = find("gzip", "x-gzip", "*");
  return gzip > 0 && gzip >= find("identity") ? "gzip" : "identity";
}

/**
 * Returns a function that reads the quality of the first of several names in a header; 0 when it has none. `malformed`:
 * quality where the parameter `q` is not a number.
 */
export function parseQualities(header: string, malformed = 1): (...names: string[]) => number {
  const qualities = new Map<string, number>();
  for (const range of header.split(",")) {
    const [name = "", ...parameters] = range.toLowerCase().split(";");
    const quality = parameters.map((each) => /^\s*q=([\d.]+)\s*$/.exec(each)?.[1]).find(Boolean);
    const fallback = parameters.some((each) => /^\s*q=/.test(each)) ? malformed : 1;
    if (!qualities.has(name.trim())) qualities.set(name.trim(), Number(quality ?? fallback));
  }
  return (...names) => names.map((name) => qualities.get(name)).find((value) => value !== undefined) ?? 0;
}
