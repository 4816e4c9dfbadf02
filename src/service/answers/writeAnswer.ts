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
    for (const texts of groups) await texts.add(some);
    const write = (cells: Cells) =>
      format.writeRecord(
        groups.map((texts) => texts.find(cells)),
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

  /** Describes the groups of records that are not cached. */
  async add(records: readonly Cells[]): Promise<void> {
    const known = this.#known;
    const group = this.#group;
    if (known.size > MAX_KNOWN) known.clear();
    const added = new Map<string, Cells>();
    for (const cells of records) {
      const key = this.#nameKey(cells);
      if (known.has(key) || added.has(key)) continue;
      const values = this.#select(cells);
      if (values[0] === null || group.fields.length === 0)
        known.set(key, this.#format.writeGroup(group, undefined));
      else added.set(key, values);
    }
    if (added.size === 0) return;
    const details = await this.#describe({ grouping: group.grouping, values: [...added.values()] });
    for (const [at, key] of [...added.keys()].entries())
      known.set(key, this.#format.writeGroup(group, details[at] ?? {}));
  }

  find(cells: Cells): GroupParts {
    return this.#known.get(this.#nameKey(cells)) ?? [];
  }

  #select(cells: Cells): Cells {
    return this.#group.cells.map((at) => cells[at] ?? null);
  }

  #nameKey(cells: Cells): string {
    return joinCells(this.#select(cells));
  }
}
