/** The page of somebody who is signed in: asks what the view needs, and lays it out. */
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { AnswerCache } from "./answers.ts";
import { Breakdown } from "./Breakdown.tsx";
import { Chart } from "./Chart.tsx";
import { Figures } from "./Figures.tsx";
import { FilterBar } from "./FilterBar.tsx";
import { Header } from "./Header.tsx";
import { usePanels, usePlaces } from "./lazy.ts";
import { useLive, useNow, useRecovery } from "./live.ts";
import { useLocale } from "./locale.ts";
import { listMetricKeys } from "./metrics.ts";
import { Notice } from "./Notice.tsx";
import type { Names } from "./names.ts";
import { findTimezone, useNavigation } from "./navigation.ts";
import { isEmptyOverview, Overview, useOverview } from "./Overview.tsx";
import { PeriodPicker } from "./PeriodPicker.tsx";
import { findComparedSpan, findToday, type Span } from "./period.ts";
import { type AskReport, useReports } from "./queries.ts";
import {
  findSharedDays,
  findViewSpan,
  type Moment,
  type Report,
  requestCompared,
  requestRest,
  requestSeries,
  requestTable,
} from "./reports.ts";
import { SavedViews } from "./SavedViews.tsx";
import { ShareButton } from "./ShareButton.tsx";
import type { PlaceProps } from "./Shell.tsx";
import { Sources } from "./Sources.tsx";
import { type Account, createViewer, listRoles } from "./session.ts";
import { changeView, keepDays, keepMetrics, listHeadline, type Reader, readView, type View } from "./view.ts";

export interface DashboardProps extends PlaceProps {
  /** What was answered before, also before another place was open. */
  memory: { cache: AnswerCache<Report>; names: Names };
}

/** What every part of the page works with. */
export interface Page {
  view: View;
  moment: Moment;
  ask: AskReport;
  names: Names;
  /** Changes the view. */
  set(changes: Partial<View>): void;
  go(view: View): void;
}

export function Dashboard({ memory, isEntered, ...place }: DashboardProps) {
  const { account, client, wait } = place;
  const locale = useLocale();
  const { texts } = locale;
  const { kind, timezone: dayZone } = account.details;
  const reader = useMemo(
    () => ({ roles: listRoles(account), kind, timezone: findTimezone() }),
    [account, kind],
  );
  const { view: asked, unknown, go } = useNavigation(reader);
  const moment = useMoment(account, asked);
  const { viewer, now } = moment;
  const today = findToday(now, dayZone);
  const bound = readBound(account, reader, moment);
  const known = keepMetrics(asked, kind, (key) => listMetricKeys(viewer).includes(key));
  const view = keepDays(known, bound.days, today);
  const { ask, useReport } = useReports(client, memory, moment);

  const headline = listHeadline(view.role, kind).filter((key) => listMetricKeys(viewer).includes(key));
  const charted = [...new Set([...headline, view.figure, ...(view.second ? [view.second] : [])])];
  const span = findViewSpan(view, moment);
  const compared = findComparedSpan(view.period, view.compare, today);
  const series = useReport(view, requestSeries(view, span, charted, moment), span);
  const earlierRequest = requestCompared(view, charted, moment);
  const days = useReport(view, earlierRequest, compared);
  const restRequest = requestRest(view, earlierRequest, moment);
  const rest = useReport(view, restRequest, compared && { from: compared.to, to: compared.to });
  const earlier = compared && { days, rest: restRequest && rest };
  const table = useReport(view, requestTable(view, moment), span);
  const overview = useOverview(view, useReport, moment, account);

  const isLive = span.from <= today && span.to >= today;
  const isEmpty = table.shown?.data.result.length === 0 && !table.isStale && isEmptyOverview(overview);
  useLive(isLive || isEmpty, client, [series, table, overview.answer]);
  const answers = [series, days, rest, table, overview.answer, overview.cutDays];
  useRecovery(answers);

  // Not before the numbers, and not when the first button is pressed, which may be without a connection.
  usePanels(series.shown !== undefined && table.shown !== undefined);

  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isEntered) main.current?.focus({ preventScroll: true });
  }, [isEntered]);
  useEffect(() => {
    const metric = locale.nameMetric(view.figure, viewer);
    document.title = `${metric}, ${locale.namePeriod(view.period)} – ${account.details.name} – zonetag`;
  });

  const { names } = memory;
  const page: Page = { view, moment, ask, names, go, set: (changes) => go(changeView(view, changes)) };
  return (
    <>
      <a class="skip" href="#numbers">
        {texts.skip}
      </a>
      <Header {...place} side={{ view, go }} onSignOut={() => place.onLeave("asked")} />
      <main class="page" id="numbers" ref={main} tabIndex={-1}>
        <h1 class="visually-hidden">
          {texts.places.statistics}: {account.details.name}
        </h1>
        {!account.details.share && <Overview overview={overview} {...page} />}
        <div class="controls">
          <PeriodPicker client={client} limit={bound.days} {...page} />
          <FilterBar client={client} bound={bound.filters} {...page} />
          <div class="controls-end">
            {!account.details.share && (
              <>
                <SavedViews account={account} view={view} go={go} />
                <ShareButton client={client} {...page} />
              </>
            )}
          </div>
        </div>
        {unknown.length > 0 && (
          <p class="address-problem" role="alert">
            {texts.unknownParts(unknown.join(", "))}
          </p>
        )}
        {isEmpty ? (
          <FirstSteps {...place} isEntered={isEntered} />
        ) : (
          <>
            <Figures keys={headline} series={series} earlier={earlier} isLive={isLive} {...page} />
            <Chart series={series} earlier={earlier} compared={compared} {...page} />
            <Breakdown {...{ table, client, useReport }} {...page} />
          </>
        )}
        <Sources />
      </main>
      <Notice wait={wait} answers={answers} />
    </>
  );
}

/** Loaded when it is shown: most accounts have numbers. */
function FirstSteps(props: PlaceProps) {
  const { module: places } = usePlaces();
  return places ? <places.FirstSteps {...props} /> : null;
}

interface Bound {
  filters: string[];
  days: Span | undefined;
}

/** The filters and the days of a shared link: whoever reads by it sees nothing beyond them. */
function readBound({ details: { share } }: Account, reader: Reader, moment: Moment): Bound {
  if (!share) return { filters: [], days: undefined };
  const { view } = readView(share.view, reader);
  return { filters: Object.keys({ ...view.filters, ...view.excluded }), days: findSharedDays(view, moment) };
}

function useMoment(account: Account, { role }: View): Moment {
  const now = useNow();
  return useMemo(
    () => ({ viewer: createViewer(account, role), now, dayZone: account.details.timezone }),
    [account, role, now],
  );
}
