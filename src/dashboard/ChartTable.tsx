/** The chart as a table, for those who would rather read its numbers. */
import { useState } from "preact/hooks";
import { useLocale } from "./locale.ts";
import type { Span } from "./period.ts";
import type { Plot } from "./plot.ts";

export interface ChartTableProps {
  /** Undefined until there are numbers. */
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
    <div class="chart-foot">
      <details class="text-form" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{texts.asTable}</summary>
        {isOpen && plot && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys
          <section class="scroll" aria-label={texts.tableOf(label)} tabIndex={0}>
            <table class="numbers">
              <thead>
                <tr>
                  <th scope="col">{texts.when}</th>
                  <th scope="col">{label}</th>
                  {second && <th scope="col">{second}</th>}
                  {before && <th scope="col">{locale.formatSpan(before)}</th>}
                </tr>
              </thead>
              <tbody>
                {plot.points.map((point, at) => (
                  <tr key={at}>
                    <th scope="row">{locale.formatPoint(point).long}</th>
                    <td>{locale.formatValue(point.value, plot.unit)}</td>
                    {plot.second && (
                      <td>{locale.formatValue(plot.second.points[at]?.value, plot.second.unit)}</td>
                    )}
                    {before && <td>{locale.formatValue(plot.before[at]?.value, plot.unit)}</td>}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
      </details>
      {plot?.points[0]?.step === "date" && <p class="hint drag-hint">{texts.drag}</p>}
    </div>
  );
}
