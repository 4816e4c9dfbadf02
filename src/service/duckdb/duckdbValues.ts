/** Converts values between JavaScript and DuckDB. */
import {
  DuckDBBitValue,
  DuckDBDateValue,
  DuckDBDecimalValue,
  type DuckDBMaterializedResult,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  type DuckDBValue,
  listValue,
} from "@duckdb/node-api";
import type { Parameter, Row, Value } from "../facts/eventStore.ts";
import { DAY_MS } from "../values/day.ts";

export function toDuckDB(value: Parameter): DuckDBValue {
  if (value instanceof Date) return new DuckDBTimestampValue(BigInt(value.getTime()) * 1000n);
  if (typeof value === "object" && value !== null) return listValue(value.map(widen));
  return typeof value === "number" && Number.isSafeInteger(value) ? BigInt(value) : value;
}

/**
 * Converts integers to bigint: the binding accepts integers beyond 32 bits, and lists of one type, only in this form.
 */
function widen(value: string | number): DuckDBValue {
  return typeof value === "number" ? BigInt(value) : value;
}

export async function toRows(result: DuckDBMaterializedResult): Promise<Row[]> {
  return (await result.convertRowObjects(fromDuckDB)) as Row[];
}

function fromDuckDB(value: DuckDBValue): Value {
  if (value instanceof DuckDBBitValue) return value.data;
  if (value instanceof DuckDBDecimalValue) return value.toString();
  if (value instanceof DuckDBTimestampValue) return new Date(Number(value.micros / 1000n));
  if (value instanceof DuckDBTimestampTZValue) return new Date(Number(value.micros / 1000n));
  if (value instanceof DuckDBDateValue) return new Date(value.days * DAY_MS);
  return value as Value;
}
