/** Writes rows to the file of an answer. */
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { AnswerGroup, AnswerPlan, AnswerRows, Cells, DescribeGroups } from "./answer.ts";
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
    for (const [at, texts] of groups.entries()) await texts.add(some.map((cells) => cells[at] ?? null));
    const write = (cells: Cells) =>
      format.writeRecord(
        groups.map((texts, at) => texts.find(cells[at] ?? null)),
        cells.slice(groups.length),
      );
    yield some.map(write).join("");
  }
  yield format.finish(readSummary());
}

/** Maximum cached texts; values repeat from record to record. */
const MAX_KNOWN = 10_000;

/** Cached texts of the groups of one grouping. */
class GroupTexts {
  readonly #group: AnswerGroup;
  readonly #format: TextFormat;
  readonly #describe: DescribeGroups;
  readonly #known = new Map<string | null, GroupParts>();

  constructor(group: AnswerGroup, format: TextFormat, isDetailed: boolean, describe: DescribeGroups) {
    this.#group = group;
    this.#format = format;
    const { grouping } = group;
    this.#describe = isPlain(grouping)
      ? ({ values }) => values.map((value) => describePlain(grouping, value, isDetailed))
      : describe;
  }

  /** Describes the values that are not cached. */
  async add(values: readonly (string | null)[]): Promise<void> {
    const known = this.#known;
    if (known.size > MAX_KNOWN) known.clear();
    const added = new Set(values.filter((value) => !known.has(value)));
    if (added.delete(null)) known.set(null, this.#format.writeGroup(this.#group, undefined));
    if (added.size === 0) return;
    const list = [...added] as string[];
    const details = await this.#describe({ grouping: this.#group.grouping, values: list });
    for (const [at, value] of list.entries())
      known.set(value, this.#format.writeGroup(this.#group, details[at] ?? {}));
  }

  find(value: string | null): GroupParts {
    return this.#known.get(value) ?? [];
  }
}
