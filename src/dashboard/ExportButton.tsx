/** All pages of the table as one file, with progress and a way to stop. */
import { useEffect, useRef, useState } from "preact/hooks";
import { GROUPINGS, type Grouping } from "../protocol/statistics.ts";
import { type CsvColumn, type Statistics, toCsv } from "../statistics/index.ts";
import { formatCount, metricOf, valueOfGroup } from "./format.ts";
import { Icon } from "./Icon.tsx";
import { spanOf, today } from "./period.ts";
import { type AnyRecord, exportRequest, metricIn, reportsOf } from "./reports.ts";
import type { View } from "./view.ts";

export interface ExportButtonProps {
  view: View;
  client: Statistics;
  /** Records in all pages. */
  count: number;
  now: number;
}

export function ExportButton({ view, client, count, now }: ExportButtonProps) {
  const [done, setDone] = useState<number>();
  const [problem, setProblem] = useState("");
  const running = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function start(): Promise<void> {
    const controller = new AbortController();
    running.current = controller;
    setProblem("");
    setDone(0);
    try {
      const parts = await collect({ view, client, count, now }, controller.signal, setDone);
      save(parts, nameOf(view, now));
    } catch (error) {
      if (!controller.signal.aborted) setProblem((error as Error).message);
    } finally {
      setDone(undefined);
    }
  }

  if (done !== undefined) {
    return (
      <div class="export">
        <label>
          <span class="hint">
            {formatCount(done)} of {formatCount(count)}
          </span>
          <progress max={Math.max(1, count)} value={done} aria-label="Rows written" />
        </label>
        <button type="button" class="button" onClick={() => running.current?.abort()}>
          Cancel
        </button>
      </div>
    );
  }
  return (
    <div class="export">
      {problem && (
        <span class="problem" role="alert">
          {problem}
        </span>
      )}
      <button type="button" class="button" disabled={count === 0} onClick={start}>
        <Icon name="download" />
        <span>
          Export<span class="wide"> CSV</span>
        </span>
      </button>
    </div>
  );
}

async function collect(
  { view, client, count, now }: ExportButtonProps,
  signal: AbortSignal,
  progress: (done: number) => void,
): Promise<string[]> {
  const columns = columnsOf(view);
  // The byte order mark tells spreadsheets that this is UTF-8.
  const parts = [`\u{feff}${toCsv([], { columns })}`];
  let done = 0;
  for await (const page of reportsOf(client, view.role).pages(exportRequest(view, count, now), { signal })) {
    parts.push(toCsv(page.result, { columns, header: false }));
    done += page.result.length;
    progress(done);
  }
  return parts;
}

function columnsOf(view: View): CsvColumn<AnyRecord>[] {
  const groups = view.groupings.flatMap(groupColumns);
  const metrics = view.metrics.map((key) => ({
    header: metricOf(key, view.role)?.label ?? key,
    value: (record: AnyRecord) => metricIn(record, key),
  }));
  return [...groups, ...metrics];
}

/** An entity has its id and its name; a plain value stands alone. */
function groupColumns(grouping: Grouping): CsvColumn<AnyRecord>[] {
  const { label, kind } = GROUPINGS[grouping];
  const field = (name: string) => (record: AnyRecord) =>
    record.group_by[grouping]?.[name] as string | undefined;
  if (kind === "id") {
    const id = (record: AnyRecord) => {
      const detail = record.group_by[grouping];
      return detail && (valueOfGroup(grouping, detail) as number);
    };
    return [
      { header: `${label} id`, value: id },
      { header: label, value: field("name") },
    ];
  }
  const plain = { header: label, value: field(grouping) };
  return grouping === "country_iso"
    ? [
        { ...plain, header: `${label} code` },
        { header: label, value: field("country_long_name") },
      ]
    : [plain];
}

function nameOf(view: View, now: number): string {
  const { from, to } = spanOf(view.period, today(now));
  return `${view.role}-by-${view.groupings.map((each) => each.replace(/_(id|iso)$/, "")).join("-")}-${from}-${to}.csv`;
}

function save(parts: string[], name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob(parts, { type: "text/csv;charset=utf-8" }));
  link.download = name;
  link.click();
  // The download has its own hold of the data once it has begun.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
