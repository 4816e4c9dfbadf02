/** Writes an answer as Parquet: the database joins its rows with the descriptions of their groups. */
import type { DuckDBConnection } from "@duckdb/node-api";
import {
  type AnswerField,
  type AnswerGroup,
  type AnswerPlan,
  type DescribeGroups,
  splitLine,
} from "../answers/answer.ts";
import { quoteName, quoteText } from "../facts/quoteText.ts";
import { writeLine } from "./duckdbSql.ts";
import { toDuckDB } from "./duckdbValues.ts";
import type { AnswerStatement } from "./engineTypes.ts";

/** Tables that exist only for the connection. */
const ROWS = "answer_rows";
const nameTable = (at: number) => `answer_groups_${at}`;

export async function writeParquet(
  connection: DuckDBConnection,
  { sql, parameters, plan, path }: AnswerStatement,
  describe: DescribeGroups,
): Promise<void> {
  await connection.run(`CREATE TEMP TABLE ${ROWS} AS ${sql}`, parameters.map(toDuckDB));
  if (!plan.count)
    for (const [at, group] of plan.groups.entries()) await storeGroups(connection, at, group, describe);
  const rows = plan.count ? `SELECT CAST(records AS DECIMAL(38,0)) AS count FROM ${ROWS}` : joinGroups(plan);
  await connection.run(`COPY (${rows}) TO ${quoteText(path)} (FORMAT parquet, COMPRESSION zstd)`);
}

/** Stores the descriptions of the groups at one position, as texts. */
async function storeGroups(
  connection: DuckDBConnection,
  at: number,
  { grouping, fields, cells }: AnswerGroup,
  describe: DescribeGroups,
): Promise<void> {
  const distinct = `SELECT DISTINCT ${writeKey(cells)} FROM ${ROWS} WHERE g${at} IS NOT NULL`;
  const [keys = []] = await (await connection.run(distinct)).getColumns();
  const described = await describe({ grouping, values: keys.map((key) => splitLine(String(key))) });
  const names = fields.map((_, field) => `f${field} VARCHAR`);
  await connection.run(`CREATE TEMP TABLE ${nameTable(at)} (${["key VARCHAR", ...names].join(", ")})`);
  const appender = await connection.createAppender(nameTable(at), "main", "temp");
  for (const [row, key] of keys.entries()) {
    appender.appendVarchar(String(key));
    for (const { name } of fields) {
      const text = described[row]?.[name];
      if (text === undefined) appender.appendNull();
      else appender.appendVarchar(String(text));
    }
    appender.endRow();
  }
  appender.closeSync();
}

/** Writes the cells that describe a group as one text. */
function writeKey(cells: readonly number[]): string {
  return writeLine(cells.map((at) => (at < 0 ? "NULL" : `g${at}`)));
}

function joinGroups({ groups, blocks, offset }: AnswerPlan): string {
  const cast = (value: string, { type, column }: AnswerField) =>
    `CAST(${value} AS ${type}) AS ${quoteName(column)}`;
  const described = groups.flatMap(({ fields }, at) =>
    fields.map((field, n) => cast(`${nameTable(at)}.f${n}`, field)),
  );
  const metrics = blocks.flatMap((block) => block.metrics).map((metric, at) => cast(`m${at}`, metric));
  const joins = groups.map(
    ({ cells }, at) => `LEFT JOIN ${nameTable(at)} ON ${nameTable(at)}.key = ${writeKey(cells)}`,
  );
  // A page past the last record still has one row.
  return `SELECT ${[...described, ...metrics].join(", ")} FROM ${ROWS} ${joins.join(" ")}
    WHERE records > ${offset} ORDER BY ${ROWS}.rowid`;
}
