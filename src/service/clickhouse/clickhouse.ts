/** Connection to ClickHouse: statements, inserts and results. Failures become `StoreError`. */
import { Readable } from "node:stream";
import { ClickHouseError, ClickHouseLogLevel, createClient } from "@clickhouse/client";
import { StoreError } from "../facts/eventStore.ts";
import { describeThrown } from "../runtime/thrown.ts";
import { describeClickHouseProblem } from "./clickhouseProblem.ts";

interface ClickHouseOptions {
  /** `http://user:password@host:8123/database` */
  url: string;
  /** Timeout of a statement in milliseconds. */
  timeout?: number;
}

/** Parameters of a statement, `{name: Type}`, by name. */
export type Parameters = Record<string, unknown>;

/** Fixes the meaning of statements regardless of the server's profile, and makes acknowledged inserts durable. */
const SETTINGS = {
  session_timezone: "UTC",
  join_use_nulls: 1,
  async_insert: 0,
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_decimals: 1,
  output_format_tsv_crlf_end_of_line: 0,
  format_tsv_null_representation: "\\N",
} as const;

/** Reports errors as an HTTP status instead of inside the answer; cancels statements of abandoned reports. */
const EXPORT_SETTINGS = { wait_end_of_query: 1, cancel_http_readonly_queries_on_client_close: 1 } as const;

export type ClickHouse = ReturnType<typeof connect>;

export function connect({ url, timeout = 60_000 }: ClickHouseOptions) {
  const client = createClient({
    url,
    request_timeout: timeout,
    log: { level: ClickHouseLogLevel.OFF },
    clickhouse_settings: SETTINGS,
  });
  const fail = (error: unknown) => asStoreError(error, url);
  const guard = <T>(work: () => Promise<T>) =>
    work().catch((error) => {
      throw fail(error);
    });
  return {
    /** `seconds`: limit after which the server ends the statement; see `isTooLarge`. */
    command: (query: string, parameters: Parameters = {}, seconds = 0) =>
      guard(async () => {
        const settings = seconds > 0 ? { max_execution_time: seconds } : {};
        await client.command({ query, query_params: parameters, clickhouse_settings: settings });
      }),

    /** Rows have 64-bit integers and decimals as strings. */
    query: <R extends object>(query: string, parameters: Parameters = {}): Promise<R[]> =>
      guard(async () => {
        const result = await client.query({ query, query_params: parameters, format: "JSONEachRow" });
        return result.json<R>();
      }),

    /** Inserts comma-separated values. The same token inserts only once. */
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

    /** Reads the lines of a statement's result, several at a time. The statement must include its format. */
    readLines: async function* (query: string, parameters: Parameters, signal: AbortSignal) {
      try {
        const { stream } = await client.exec({
          query,
          query_params: parameters,
          abort_signal: signal,
          clickhouse_settings: EXPORT_SETTINGS,
        });
        let rest = "";
        for await (const chunk of stream.setEncoding("utf8")) {
          const lines = (rest + chunk).split("\n");
          rest = lines.pop() ?? "";
          yield lines;
        }
      } catch (error) {
        throw fail(error);
      }
    },

    close: () => client.close(),
  };
}

/** Codes of temporary errors, such as a busy server: a retry may succeed. */
const PASSING = new Set(["159", "202", "209", "210", "241", "242", "252", "319", "999"]);

function asStoreError(error: unknown, url: string): StoreError {
  const described = describeClickHouseProblem(url, error);
  if (!(error instanceof ClickHouseError))
    return new StoreError("away", described ?? describeThrown(error), error);
  const code = PASSING.has(error.code) ? "away" : "failed";
  const refusal = `ClickHouse refused a statement (${error.code} ${error.type}): ${error.message}`;
  return new StoreError(code, described ?? refusal, error);
}

/** Codes of invalid values, for which a retry would not help. */
const DATA = new Set("6 26 27 38 41 53 69 70 72 117 131 349 407 467".split(" "));

/** Codes of statements that exceeded their time or memory: a statement for less data may succeed. */
const TOO_LARGE = new Set(["159", "241"]);

export function isTooLarge(error: unknown): error is StoreError {
  return hasCode(error, TOO_LARGE);
}

export function isDataError(error: unknown): error is StoreError {
  return hasCode(error, DATA);
}

function hasCode(error: unknown, codes: ReadonlySet<string>): boolean {
  return error instanceof StoreError && error.cause instanceof ClickHouseError && codes.has(error.cause.code);
}
