/** Measures the size of rows on ClickHouse's disk. */
import { connect } from "../../src/service/clickhouse/clickhouse.ts";

/** Returns the bytes per row of a table, once its parts are merged. */
export async function measureRowBytes(url: string, table: "events" | "facts"): Promise<number> {
  const clickhouse = connect({ url });
  try {
    await clickhouse.command(`OPTIMIZE TABLE ${table} FINAL`);
    const [row] = await clickhouse.query<{ bytes: number }>(
      `SELECT toFloat64(sum(bytes_on_disk) / sum(rows)) AS bytes FROM system.parts
       WHERE database = currentDatabase() AND table = {table: String} AND active`,
      { table },
    );
    return row?.bytes ?? Number.NaN;
  } finally {
    await clickhouse.close();
  }
}
