/** What an account earned or spent at a glance: today, yesterday, the last seven days, this month. */
import { describeComparison } from "./comparison.ts";
import type { Page } from "./Dashboard.tsx";
import { ChangeLine } from "./Figures.tsx";
import { readDetail } from "./groups.ts";
import { useLocale } from "./locale.ts";
import { computeChange, findMetric, readMetric } from "./metrics.ts";
import { addDays, findComparedSpan, findSpan, findToday, type PeriodName, type Span } from "./period.ts";
import type { ReportAnswer, UseReport } from "./queries.ts";
import {
  findCutSpan,
  findOverviewSpan,
  isCutByHour,
  type Moment,
  type Report,
  requestCutDays,
  requestOverview,
} from "./reports.ts";
import type { Account } from "./session.ts";
import { hasFilters, listHeadline, type View } from "./view.ts";

const TILES = ["today", "yesterday", "7d", "month"] as const satisfies readonly PeriodName[];

export interface OverviewData {
  /** Day by day. */
  answer: ReportAnswer;
  /** Yesterday and the days before it up to the hour that it is now. */
  cutDays: ReportAnswer;
  /** The figures of a tile, the most important first. */
  keys: string[];
}

export function useOverview(
  view: View,
  useReport: UseReport,
  moment: Moment,
  account: Account,
): OverviewData {
  const { kind, share } = account.details;
  const keys = listHeadline(view.role, kind).slice(0, kind === "network" ? 3 : 1);
  const today = findToday(moment.now, moment.dayZone);
  return {
    keys,
    answer: useReport(view, share ? undefined : requestOverview(view, keys, moment), findOverviewSpan(today)),
    cutDays: useReport(view, share ? undefined : requestCutDays(view, keys, moment), findCutSpan(today)),
  };
}

/** Nothing was counted in the days of the overview, this one and the last month. */
export function isEmptyOverview({ answer }: OverviewData): boolean {
  return answer.shown?.data.result.length === 0 && !answer.isStale;
}

export function Overview({ overview, view, moment, set }: { overview: OverviewData } & Page) {
  const { texts } = useLocale();
  return (
    <section class="overview" aria-label={texts.overview.title} aria-busy={overview.answer.isLoading}>
      {TILES.map((name) => (
        <Tile key={name} {...{ name, overview, view, moment, set }} />
      ))}
      {hasFilters(view) && <p class="overview-note">{texts.overview.all}</p>}
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
  const today = findToday(moment.now, moment.dayZone);
  const compared = findComparedSpan(name, "previous", today);
  const report = answer.isStale ? undefined : answer.shown?.data;
  const read = (span: Span, key: string) => report && sumDays(report, span, key, moment);
  const value = read(findSpan(name, today), main);
  const byHour = cutDays.isStale ? undefined : cutDays.shown?.data;
  const readCut = ({ from, to }: Span, key: string) =>
    report &&
    byHour &&
    (read({ from, to: addDays(to, -1) }, key) ?? 0) + (sumDays(byHour, { from: to, to }, key, moment) ?? 0);
  const isCut = compared !== undefined && isCutByHour(findSpan(name, today), compared, moment);
  const before = compared && (isCut ? readCut(compared, main) : read(compared, main));
  const format = (key: string, figure: number | undefined) =>
    locale.formatFigure(figure, findMetric(key, moment.viewer)?.unit ?? "count");
  return (
    <button
      type="button"
      class="tile"
      data-period={name}
      aria-pressed={view.period === name}
      onClick={() => set({ period: name })}
    >
      <span class="tile-label">{locale.namePeriod(name)}</span>
      <span class="tile-main">
        <span class={`tile-value ${report ? "" : "waiting"}`}>{report ? format(main, value) : "\u00a0"}</span>{" "}
        <span class={others.length > 0 ? "tile-metric" : "visually-hidden"}>
          {locale.nameMetric(main, moment.viewer)}
        </span>
      </span>
      <ChangeLine
        change={computeChange(value, before)}
        isReady={report !== undefined && (!isCut || byHour !== undefined)}
        metric={main}
        against={compared ? describeComparison(compared, isCut, moment, locale) : ""}
      />
      {others.map((key) => (
        <span class="tile-more" key={key}>
          {locale.nameMetric(key, moment.viewer)}{" "}
          <b>{report && format(key, read(findSpan(name, today), key))}</b>
        </span>
      ))}
    </button>
  );
}

/** Sums over days: a metric that is a sum itself, or the ratio of such sums. */
function sumDays(report: Report, { from, to }: Span, key: string, { viewer }: Moment): number | undefined {
  const metric = findMetric(key, viewer);
  const records = report.result.filter(({ group_by }) => {
    const day = readDetail(group_by.date, "date") ?? "";
    return day >= from && day <= to;
  });
  const sum = (name: string) =>
    records.reduce((total, record) => total + (readMetric(record, name, viewer) ?? 0), 0);
  // Margin is the one ratio among the figures of a tile: network revenue in percent of cost.
  if (metric?.per)
    return sum("base.cost") ? (100 * sum("base.network_revenue")) / sum("base.cost") : undefined;
  return Math.round(sum(key) * 1e9) / 1e9;
}
