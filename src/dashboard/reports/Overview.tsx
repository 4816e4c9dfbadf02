/** Tiles with an account's revenue or cost: today, yesterday, last seven days, this month. */
import { getDetail } from "../../protocol/groupNames.ts";
import type { Performance, PerformanceRecord } from "../../protocol/management.ts";
import type { Answer } from "../app/answers.ts";
import type { Account } from "../app/session.ts";
import { useLocale } from "../texts/locale.ts";
import { findComparedSpan, findCutHour } from "./comparedPeriod.ts";
import { describeComparison } from "./describeComparison.ts";
import { ChangeLine } from "./Figures.tsx";
import { computeChange, findMetric, getMetric } from "./metrics.ts";
import type { Page } from "./page.ts";
import { addDays, findSpan, findToday, type PeriodName, type Span } from "./period.ts";
import type { UsePerformance } from "./queries.ts";
import { type Moment, requestCutDays, requestOverview } from "./requests.ts";
import { hasFilters, listHeadline, type View } from "./view.ts";

const TILES = ["today", "yesterday", "7d", "month"] as const satisfies readonly PeriodName[];

export interface OverviewData {
  /** Sums by day. */
  answer: Answer<Performance>;
  /** Sums of today and earlier days, each up to the last full hour; not loaded in the first hour. */
  cutDays: Answer<Performance>;
  /** Metrics of a tile, most important first. */
  keys: string[];
}

export function useOverview(
  view: View,
  usePerformance: UsePerformance,
  moment: Moment,
  account: Account,
): OverviewData {
  const { kind, share } = account.details;
  const keys = listHeadline(view.role, kind).slice(0, kind === "network" ? 3 : 1);
  return {
    keys,
    answer: usePerformance(share ? undefined : requestOverview(view, moment)),
    cutDays: usePerformance(share ? undefined : requestCutDays(view, moment)),
  };
}

/** Whether nothing was counted in this month and the last one. */
export function isEmptyOverview({ answer }: OverviewData): boolean {
  return getDays(answer)?.length === 0;
}

function getDays({ shown, isStale }: Answer<Performance>): PerformanceRecord[] | undefined {
  return isStale ? undefined : shown?.data.date?.now;
}

export function Overview({ overview, view, moment, set }: { overview: OverviewData } & Page) {
  const { texts } = useLocale();
  return (
    <section class="overview" aria-label={texts.overview.title} aria-busy={overview.answer.isLoading}>
      {TILES.map((name) => (
        <Tile key={name} name={name} overview={overview} view={view} moment={moment} set={set} />
      ))}
      {hasFilters(view) && <p class="hint">{texts.overview.all}</p>}
    </section>
  );
}

interface TileProps extends Pick<Page, "view" | "moment" | "set"> {
  name: (typeof TILES)[number];
  overview: OverviewData;
}

function Tile({ name, overview, view, moment, set }: TileProps) {
  const locale = useLocale();
  const { answer, cutDays, keys } = overview;
  const [main = "", ...others] = keys;
  const today = findToday(moment.now, moment.timezone);
  const span = findSpan(name, today);
  const compared = findComparedSpan(name, "previous", today);
  const days = getDays(answer);
  const read = (span: Span, key: string) => days && sumDays(days, span, key, moment);
  const value = read(span, main);
  const cut = compared && findCutHour(span, compared, moment);
  const lastDays = getDays(cutDays);
  const readCompared = ({ from, to }: Span) => {
    if (cut === undefined) return read({ from, to }, main);
    const last = lastDays ? sumDays(lastDays, { from: to, to }, main, moment) : 0;
    return (read({ from, to: addDays(to, -1) }, main) ?? 0) + (last ?? 0);
  };
  const format = (key: string, figure: number | undefined) =>
    locale.formatFigure(figure, findMetric(key, moment.viewer)?.unit ?? "count");
  return (
    <button
      type="button"
      class="tile"
      data-period={name}
      data-about={main}
      aria-pressed={view.period === name}
      onClick={() => set({ period: name })}
    >
      <span class="figure-label">{locale.namePeriod(name)}</span>
      <span class="tile-main">
        <span class={`figure-value tile-value ${days ? "" : "waiting"}`}>
          {days ? format(main, value) : "\u00a0"}
        </span>{" "}
        {/* A new element when the value arrives, so that it does not move. */}
        <span key={days ? "known" : "waiting"} class={others.length > 0 ? "hint" : "visually-hidden"}>
          {days ? locale.nameMetric(main, moment.viewer) : "\u00a0"}
        </span>
      </span>
      {compared && (
        <ChangeLine
          change={computeChange(readCompared(span), readCompared(compared))}
          isReady={days !== undefined && moment.dataFrom !== undefined && (!cut || lastDays !== undefined)}
          metric={main}
          {...describeComparison(span, compared, moment, locale)}
        />
      )}
      {others.map((key) => (
        <span class="hint tile-more" key={key}>
          {locale.nameMetric(key, moment.viewer)} <b>{days ? format(key, read(span, key)) : "\u00a0"}</b>
        </span>
      ))}
    </button>
  );
}

/** Adds up a metric over days: a sum, or a ratio of sums. */
function sumDays(
  days: readonly PerformanceRecord[],
  { from, to }: Span,
  key: string,
  { viewer }: Moment,
): number | undefined {
  const metric = findMetric(key, viewer);
  const records = days.filter(({ group_by }) => {
    const day = getDetail(group_by.date, "date") ?? "";
    return day >= from && day <= to;
  });
  const sum = (name: string) =>
    records.reduce((total, record) => total + (getMetric(record, name, viewer) ?? 0), 0);
  // Margin is the only ratio in tiles: network revenue in percent of cost.
  if (metric?.per)
    return sum("base.cost") ? (100 * sum("base.network_revenue")) / sum("base.cost") : undefined;
  return Math.round(sum(key) * 1e9) / 1e9;
}
