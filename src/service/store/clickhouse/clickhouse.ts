/** The connection to ClickHouse: statements, inserts, rows to a file, and its failures as the store's own kind of error. */
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ClickHouseError, ClickHouseLogLevel, createClient } from "@clickhouse/client";
import { readMessage } from "../../values/thrown.ts";
import { StoreError } from "../store.ts";

export interface ClickHouseOptions {
  /** `http://user:password@host:8123/database` */
  url: string;
  /** Milliseconds that a statement may take. */
  timeout?: number;
}

/** Values of a statement's parameters, `{name: Type}`, by name. */
export type Parameters = Record<string, unknown>;

/** Whatever the server's profile says, statements mean the same and an insert is done when it is answered. */
const SETTINGS = {
  session_timezone: "UTC",
  join_use_nulls: 1,
  async_insert: 0,
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_decimals: 1,
  output_format_tsv_crlf_end_of_line: 0,
  format_tsv_null_representation: "\\N",
} as const;

/** An error has a status of its own when it comes before the answer, and a report that nobody waits for ends. */
const EXPORT_SETTINGS = { wait_end_of_query: 1, cancel_http_readonly_queries_on_client_close: 1 } as const;

export type ClickHouse = ReturnType<typeof connect>;

export function connect({ url, timeout = 60_000 }: ClickHouseOptions) {
  const client = createClient({
    url,
    request_timeout: timeout,
    log: { level: ClickHouseLogLevel.OFF },
    clickhouse_settings: SETTINGS,
  });
  return {
    command: (query: string, parameters: Parameters = {}) =>
      guard(async () => void (await client.command({ query, query_params: parameters }))),

    /** 64-bit integers and decimals are texts in the rows. */
    query: <R extends object>(query: string, parameters: Parameters = {}): Promise<R[]> =>
      guard(async () => {
        const result = await client.query({ query, query_params: parameters, format: "JSONEachRow" });
        return result.json<R>();
      }),

    /** Rows as comma-separated values. The same token again inserts nothing. */
    insert: (table: string, columns: readonly string[], rows: string, token = "") =>
      guard(async () => {
        if (rows === "") return;
        await client.insert({
          table,
          columns: [...columns] as [string, ...string[]],
          values: Readable.from([rows], { objectMode: false }),
          format: "CSV",
          clickhouse_settings: { insert_deduplication_token: token },
        });
      }),

    /** Writes the answer to a statement, which names its format, to a file. */
    exportTo: (path: string, query: string, parameters: Parameters, signal: AbortSignal) =>
      guard(async () => {
        const { stream } = await client.exec({
          ...{ query, query_params: parameters, abort_signal: signal, clickhouse_settings: EXPORT_SETTINGS },
        });
        await pipeline(stream, createWriteStream(path, { mode: 0o600 }), { signal });
      }),

    close: () => client.close(),
  };
}

async function guard<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asStoreError(error);
  }
}

/** Codes of statements that ClickHouse would answer otherwise a moment later: it is busy, or out of what it needs. */
const PASSING = new Set(["159", "202", "209", "210", "241", "242", "252", "319", "999"]);

function asStoreError(error: unknown): StoreError {
  const message = readMessage(error);
  if (!(error instanceof ClickHouseError))
    return new StoreError("away", `ClickHouse cannot be reached: ${message}`, error);
  const code = PASSING.has(error.code) ? "away" : "failed";
  return new StoreError(
    code,
    `ClickHouse refused a statement (${error.code} ${error.type}): ${message}`,
    error,
  );
}

/** Codes of what cannot be read as its column's type, or does not fit it: trying again would not help. */
const DATA = new Set([
  "6",
  "26",
  "27",
  "38",
  "41",
  "53",
  "69",
  "70",
  "72",
  "117",
  "131",
  "349",
  "407",
  "467",
]);

export function isDataError(error: unknown): error is StoreError {
  return error instanceof StoreError && error.cause instanceof ClickHouseError && DATA.has(error.cause.code);
}
