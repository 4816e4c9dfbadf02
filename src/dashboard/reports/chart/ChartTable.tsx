/** The numbers of the chart as a table. */
import { useState } from "preact/hooks";
import { type Locale, useLocale } from "../../texts/locale.ts";
import { type Column, Table } from "../../ui/Table.tsx";
import type { Span } from "../period.ts";
import type { Plot } from "./plot.ts";
import { isDays, type Point } from "./series.ts";

export interface ChartTableProps {
  /** Undefined until the numbers are loaded. */
  plot: Plot | undefined;
  label: string;
  second: string | undefined;
  /** The compared days. */
  before: Span | undefined;
}

export function ChartTable({ plot, label, second, before }: ChartTableProps) {
  const locale = useLocale();
  const { chart: texts } = locale.texts;
  const [isOpen, setOpen] = useState(false);
  return (
    <div class="row chart-foot">
      <details class="text-form" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{texts.asTable}</summary>
        {isOpen && plot && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys
          <section class="scroll" aria-label={texts.tableOf(label)} tabIndex={0}>
            <Table
              class="numbers"
              columns={listColumns(plot, label, second, before, locale)}
              rows={plot.points}
              readKey={(_, at) => at}
            />
          </section>
        )}
      </details>
      {plot?.points[0] && isDays(plot.points[0]) && <p class="hint drag-hint">{texts.drag}</p>}
    </div>
  );
}

function listColumns(
  plot: Plot,
  label: string,
  second: string | undefined,
  before: Span | undefined,
  { texts, formatPoint, formatValue, formatSpan }: Locale,
): Column<Point>[] {
  const other = plot.second;
  return [
    { key: "when", label: texts.chart.when, isHeading: true, cell: (point) => formatPoint(point).long },
    { key: "value", label, cell: ({ value }) => formatValue(value, plot.unit) },
    ...(second && other
      ? [
          {
            key: "second",
            label: second,
            cell: (_: Point, at: number) => formatValue(other.points[at]?.value, other.unit),
          },
        ]
      : []),
    ...(before
      ? [
          {
            key: "before",
            label: formatSpan(before),
            cell: (_: Point, at: number) => formatValue(plot.before[at]?.value, plot.unit),
          },
        ]
      : []),
  ];
}
