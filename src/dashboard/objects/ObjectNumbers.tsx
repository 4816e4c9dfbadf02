import type { PerformanceRequest } from "../../protocol/management.ts";
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
import { addRecords, computeFillRate, computeRate, findAmount, type Sums } from "./sums.ts";

interface ObjectNumbersProps extends SharedPeriod {
  object: Measured;
  /** Days of the period. */
  days: Span;
}

export function ObjectNumbers({ object, days, ...period }: ObjectNumbersProps) {
  const { objects: texts } = useTexts();
  const { view, moment } = period;
  const { role, kind } = moment.viewer;
  const compared = findCompared(period);
  const answer = usePerformance(requestNumbers(object, days, period));
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

type Measured = PerformanceRequest["object"] & object;

/** The numbers of a campaign include those of its creatives. */
function listGroupings({ kind }: Measured): PerformanceRequest["by"] {
  return kind === "campaign_id" ? ["date", "variation_id"] : ["date"];
}

function findCompared({ view, moment }: SharedPeriod): Span | undefined {
  return findComparedSpan(view.period, view.compare, findToday(moment.now, moment.timezone));
}

/** Requests the sums of both periods, unless the comparison ends earlier than the running period. */
export function requestNumbers(object: Measured, days: Span, period: SharedPeriod): PerformanceRequest {
  const compared = findCompared(period);
  const both = compared && requestCompared(days, compared, period.moment);
  const isWhole = both && !both.cut && both.days.to === days.to;
  const { role } = period.moment.viewer;
  return { ...(isWhole ? both : { days }), by: listGroupings(object), role, object };
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
    ["base.ctr", computeRate],
    [`base.${amount}`, (all) => all[amount]],
    ...(viewer.role === "publisher"
      ? [["base.fill_rate", computeFillRate] as [string, typeof computeFillRate]]
      : []),
  ];
  return (
    <div class="figures">
      {figures.map(([key, read]) => (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the meaning of the figure is shown on focus
        // biome-ignore lint/a11y/useSemanticElements: a field set is for fields
        <div class="figure" key={key} data-metric={key} role="group" tabIndex={0}>
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
  object: Measured,
  moment: SharedPeriod["moment"],
): { now: Sums; before: Sums } | undefined {
  const request = compared && requestCompared(days, compared, moment);
  const { role } = moment.viewer;
  const answer = usePerformance(request && { ...request, by: listGroupings(object), role, object });
  if (answer.isStale || !answer.shown) return undefined;
  const { now = [], before = [] } = answer.shown.data.date ?? {};
  return { now: addRecords(now), before: addRecords(before) };
}
