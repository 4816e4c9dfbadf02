import type { PerformanceObject } from "../../protocol/management.ts";
import { usePerformance } from "../app/managementData.ts";
import type { SharedPeriod } from "../app/useSharedPeriod.ts";
import { findComparedSpan } from "../reports/comparedPeriod.ts";
import { PeriodPicker } from "../reports/controls/PeriodPicker.tsx";
import { describeComparison } from "../reports/describeComparison.ts";
import { ChangeLine } from "../reports/Figures.tsx";
import { computeChange, findMetric } from "../reports/metrics.ts";
import { findToday, type Span } from "../reports/period.ts";
import { createView, drill, writeView } from "../reports/view.ts";
import { useLocale } from "../texts/locale.ts";
import { useTexts } from "../texts/management.ts";
import { Link } from "../ui/Link.tsx";
import { UnknownParts } from "../ui/UnknownParts.tsx";
import { DayBars } from "./DayBars.tsx";
import { requestCompared } from "./requestCompared.ts";
import { addRecords, findAmount, readFill, readRate, type Sums } from "./sums.ts";

interface ObjectNumbersProps extends SharedPeriod {
  object: { kind: PerformanceObject; id: number };
  /** Days of the period. */
  days: Span;
}

export function ObjectNumbers({ object, days, ...period }: ObjectNumbersProps) {
  const { objects: texts } = useTexts();
  const { view, moment } = period;
  const { role, kind } = moment.viewer;
  const compared = findComparedSpan(view.period, view.compare, findToday(moment.now, moment.timezone));
  const both = compared && requestCompared(days, compared, moment);
  // The sums of both periods, unless the comparison ends earlier than the running period.
  const isWhole = both && !both.cut && both.days.to === days.to;
  const answer = usePerformance({ ...(isWhole ? both : { days }), by: ["date"], role, object });
  const { shown: numbers, isStale, isLoading } = answer;
  const records = numbers?.data.date?.now;
  const { period: shown, compare } = view;
  const report = drill({ ...createView(role, kind), period: shown, compare }, object.kind, object.id);
  return (
    <section
      class={`card object-numbers ${isStale ? "stale" : ""}`}
      aria-label={texts.numbers}
      aria-busy={isLoading}
    >
      <div class="row loose card-head">
        <h2>{texts.numbers}</h2>
        <PeriodPicker {...period} />
        <Link class="button button-plain end" to={writeView(report, kind)}>
          {texts.report}
        </Link>
      </div>
      <UnknownParts parts={period.unknown} />
      <ObjectFigures
        sums={records && addRecords(records)}
        isStale={isStale}
        compared={compared}
        object={object}
        days={days}
        {...period}
      />
      <DayBars days={numbers?.about?.days ?? days} records={records ?? []} />
    </section>
  );
}

interface ObjectFiguresProps extends ObjectNumbersProps {
  /** Undefined until they are loaded. */
  sums: Sums | undefined;
  /** Whether the sums are those of other days. */
  isStale: boolean;
  /** The compared days. */
  compared: Span | undefined;
}

function ObjectFigures({ sums, isStale, compared, object, days, moment }: ObjectFiguresProps) {
  const locale = useLocale();
  const { viewer } = moment;
  const sides = useSides(days, compared, object, moment);
  const words = compared && describeComparison(days, compared, moment, locale);
  const amount = findAmount(viewer);
  const figures: [string, (sums: Sums) => number | undefined][] = [
    ["base.impressions", ({ impressions }) => impressions],
    ["base.clicks", ({ clicks }) => clicks],
    ["base.ctr", readRate],
    [`base.${amount}`, (all) => all[amount]],
    ...(viewer.role === "publisher" ? [["base.fill_rate", readFill] as [string, typeof readFill]] : []),
  ];
  return (
    <div class="figures">
      {figures.map(([key, read]) => (
        <div class="figure" key={key} data-metric={key}>
          <span class="figure-label">{locale.nameMetric(key, viewer)}</span>
          <span class={`figure-value ${sums ? "" : "waiting"}`}>
            {sums ? locale.formatFigure(read(sums), findMetric(key, viewer)?.unit ?? "count") : "\u00a0"}
          </span>
          {words && (
            <ChangeLine
              change={sides && computeChange(read(sides.now), read(sides.before))}
              isReady={sides !== undefined && !isStale && moment.dataFrom !== undefined}
              metric={key}
              {...words}
            />
          )}
        </div>
      ))}
    </div>
  );
}

/** Sums of both periods up to the same hour; undefined while loading, or without a comparison. */
function useSides(
  days: Span,
  compared: Span | undefined,
  object: { kind: PerformanceObject; id: number },
  moment: SharedPeriod["moment"],
): { now: Sums; before: Sums } | undefined {
  const request = compared && requestCompared(days, compared, moment);
  const answer = usePerformance(request && { ...request, by: ["date"], role: moment.viewer.role, object });
  if (answer.isStale || !answer.shown) return undefined;
  const { now = [], before = [] } = answer.shown.data.date ?? {};
  return { now: addRecords(now), before: addRecords(before) };
}
