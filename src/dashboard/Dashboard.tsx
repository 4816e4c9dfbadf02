/** The page of somebody who is signed in: asks what the view needs, and lays it out. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { createStatistics, type Wait } from "../statistics/index.ts";
import type { Leave } from "./App.tsx";
import { Breakdown } from "./Breakdown.tsx";
import { Chart } from "./Chart.tsx";
import { Figures } from "./Figures.tsx";
import { FilterBar } from "./FilterBar.tsx";
import { Header } from "./Header.tsx";
import { useLive, useNow, useRecovery } from "./live.ts";
import { useLocale } from "./locale.ts";
import { listMetricKeys } from "./metrics.ts";
import { Notice } from "./Notice.tsx";
import { Names } from "./names.ts";
import { findTimezone, useNavigation } from "./navigation.ts";
import { Overview, useOverview } from "./Overview.tsx";
import { PeriodPicker } from "./PeriodPicker.tsx";
import { findComparedSpan, findToday } from "./period.ts";
import { type AskReport, useReports } from "./queries.ts";
import { findViewSpan, type Moment, requestCompared, requestSeries, requestTable } from "./reports.ts";
import { SavedViews } from "./SavedViews.tsx";
import { ShareButton } from "./ShareButton.tsx";
import { Sources } from "./Sources.tsx";
import { type Account, baseUrl, createViewer, listRoles } from "./session.ts";
import type { Settings } from "./settings.ts";
import { changeView, keepMetrics, listHeadline, type View } from "./view.ts";

export interface DashboardProps {
  account: Account;
  settings: Settings;
  onSettings(changes: Partial<Settings>): void;
  onLeave: Leave;
  /** Somebody has just signed in, so that the focus is to follow. */
  hasEntered: boolean;
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

export function Dashboard({ account, settings, onSettings, onLeave, hasEntered }: DashboardProps) {
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
  const view = keepMetrics(asked, kind, (key) => listMetricKeys(viewer).includes(key));
  const [wait, setWait] = useState<Wait>();

  const client = useMemo(() => {
    const onSession = (session: unknown) => session === undefined && onLeave("ended");
    return createStatistics({ baseUrl, session: account, onSession, onWait: setWait, retries: 1 });
  }, [account, onLeave]);
  const names = useMemo(() => new Names(), []);
  const { ask, useReport } = useReports(client, names, moment);

  const headline = listHeadline(view.role, kind).filter((key) => listMetricKeys(viewer).includes(key));
  const charted = [...new Set([...headline, view.figure, ...(view.second ? [view.second] : [])])];
  const span = findViewSpan(view, moment);
  const compared = findComparedSpan(view.period, view.compare, findToday(now, dayZone));
  const series = useReport(view, requestSeries(view, span, charted, moment), span);
  const earlier = useReport(view, requestCompared(view, charted, moment), compared);
  const table = useReport(view, requestTable(view, moment), span);
  const overview = useOverview(view, useReport, moment, account);

  const today = findToday(now, dayZone);
  const isLive = span.from <= today && span.to >= today;
  useLive(isLive, client, [series, table, overview.answer]);
  const answers = [series, earlier, table, overview.answer, overview.yesterday];
  useRecovery(answers);

  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    if (hasEntered) main.current?.focus({ preventScroll: true });
  }, [hasEntered]);
  useEffect(() => {
    const metric = locale.nameMetric(view.figure, viewer);
    document.title = `${metric}, ${locale.namePeriod(view.period)} – ${account.details.name} – zonetag`;
  });

  const page: Page = { view, moment, ask, names, go, set: (changes) => go(changeView(view, changes)) };
  return (
    <>
      <a class="skip" href="#numbers">
        {texts.skip}
      </a>
      <Header {...{ account, settings, view, go, onSettings }} onSignOut={() => onLeave("asked")} />
      <main class="page" id="numbers" ref={main} tabIndex={-1}>
        <h1 class="visually-hidden">
          {texts.statistics}: {account.details.name}
        </h1>
        {!account.details.share && <Overview overview={overview} {...page} />}
        <div class="controls">
          <PeriodPicker client={client} {...page} />
          <FilterBar client={client} {...page} />
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
        <Figures keys={headline} series={series} earlier={compared && earlier} isLive={isLive} {...page} />
        <Chart series={series} earlier={compared && earlier} compared={compared} {...page} />
        <Breakdown {...{ table, client, overview, account, useReport }} {...page} />
        <Sources />
      </main>
      <Notice wait={wait} answers={answers} />
    </>
  );
}

function useMoment(account: Account, { role }: View): Moment {
  const now = useNow();
  return useMemo(
    () => ({ viewer: createViewer(account, role), now, dayZone: account.details.timezone }),
    [account, role, now],
  );
}
