/** Writes rows to the file of an answer. */
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import {
  type AnswerGroup,
  type AnswerPlan,
  type AnswerRows,
  type Cells,
  type DescribeGroups,
  joinCells,
} from "./answer.ts";
import { describePlain, isPlain } from "./plainGroups.ts";
import { createTextFormat, type GroupParts, type TextFormat } from "./textFormats.ts";

/** Writes the answer. `describe`: describes groups that the catalogue names. */
export async function writeAnswer(
  path: string,
  rows: AnswerRows,
  plan: AnswerPlan,
  describe: DescribeGroups,
): Promise<void> {
  const text = Readable.from(writeText(rows, plan, describe));
  const file = createWriteStream(path, { flags: "wx", mode: 0o600 });
  await (plan.isCompressed ? pipeline(text, createGzip(), file) : pipeline(text, file));
}

/** Writes an answer as text, in pieces. */
export async function* writeText(
  { records, readSummary }: AnswerRows,
  plan: AnswerPlan,
  describe: DescribeGroups,
): AsyncGenerator<string> {
  const format = createTextFormat(plan);
  const groups = plan.groups.map((group) => new GroupTexts(group, format, plan.detailed, describe));
  yield format.start;
  for await (const some of records) {
    const parts: (readonly GroupParts[])[] = [];
    for (const texts of groups) parts.push(await texts.write(some));
    const write = (cells: Cells, row: number) =>
      format.writeRecord(
        parts.map((each) => each[row] ?? []),
        cells.slice(groups.length),
      );
    yield some.map(write).join("");
  }
  yield format.finish(readSummary());
}

/** Maximum cached texts; groups repeat from record to record. */
const MAX_KNOWN = 10_000;

/** Cached texts of the groups of one grouping. */
class GroupTexts {
  readonly #group: AnswerGroup;
  readonly #format: TextFormat;
  readonly #describe: DescribeGroups;
  readonly #known = new Map<string, GroupParts>();

  constructor(group: AnswerGroup, format: TextFormat, isDetailed: boolean, describe: DescribeGroups) {
    this.#group = group;
    this.#format = format;
    const { grouping } = group;
    this.#describe = isPlain(grouping)
      ? ({ values }) => values.map(([value]) => describePlain(grouping, value ?? "", isDetailed))
      : describe;
  }

  /** Writes the group of each record. */
  async write(records: readonly Cells[]): Promise<readonly GroupParts[]> {
    const known = this.#known;
    const group = this.#group;
    if (known.size > MAX_KNOWN) known.clear();
    const added = new Map<string, Cells>();
    const keys = records.map((cells) => {
      const values = group.cells.map((at) => cells[at] ?? null);
      const key = joinCells(values);
      if (known.has(key) || added.has(key)) return key;
      if (values[0] === null || group.fields.length === 0)
        known.set(key, this.#format.writeGroup(group, undefined));
      else added.set(key, values);
      return key;
    });
    if (added.size > 0) {
      const details = await this.#describe({ grouping: group.grouping, values: [...added.values()] });
      for (const [at, key] of [...added.keys()].entries())
        known.set(key, this.#format.writeGroup(group, details[at] ?? {}));
    }
    return keys.map((key) => known.get(key) ?? []);
  }
}
