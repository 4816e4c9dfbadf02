/** The page of somebody who is signed in: asks what the view needs, and lays it out. */
import { useEffect } from "preact/hooks";
import type { AnswerCache } from "./answers.ts";
import { Breakdown } from "./Breakdown.tsx";
import { Chart } from "./Chart.tsx";
import { Figures } from "./Figures.tsx";
import { FilterBar } from "./FilterBar.tsx";
import { Header } from "./Header.tsx";
import { usePanels, usePlaces } from "./lazy.ts";
import { useLive, useRecovery } from "./live.ts";
import { useLocale } from "./locale.ts";
import { Notice } from "./Notice.tsx";
import type { Names } from "./names.ts";
import { Overview } from "./Overview.tsx";
import { PeriodPicker } from "./PeriodPicker.tsx";
import { usePageReports } from "./pageReports.ts";
import { type AskReport, useReports } from "./queries.ts";
import type { Moment, Report } from "./reports.ts";
import { SavedViews } from "./SavedViews.tsx";
import { ShareButton } from "./ShareButton.tsx";
import type { PlaceProps } from "./Shell.tsx";
import { Sources } from "./Sources.tsx";
import type { Account } from "./session.ts";
import { useEntryFocus } from "./useEntryFocus.ts";
import { type Bound, useView } from "./useView.ts";
import { changeView, type View } from "./view.ts";

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
  const { texts } = useLocale();
  const { view, unknown, go, moment, bound } = useView(account);
  const { ask, useReport } = useReports(client, memory, moment);
  const reports = usePageReports(view, useReport, moment, account);
  const { headline, series, earlier, compared, table, overview, isLive, isEmpty } = reports;
  useLive(isLive || isEmpty, client, [series, table, overview.answer]);
  useRecovery(reports.answers);
  // Not before the numbers, and not when the first button is pressed, which may be without a connection.
  usePanels(series.shown !== undefined && table.shown !== undefined);
  const main = useEntryFocus(isEntered);
  useTitle(view, moment, account);

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
        <Controls {...{ account, client, bound }} {...page} />
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
      <Notice wait={wait} answers={reports.answers} />
    </>
  );
}

interface ControlsProps extends Page, Pick<PlaceProps, "account" | "client"> {
  bound: Bound;
}

/** What the numbers are of, and the ways to keep that. */
function Controls({ account, client, bound, ...page }: ControlsProps) {
  const { view, go } = page;
  return (
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
  );
}

/** Loaded when it is shown: most accounts have numbers. */
function FirstSteps(props: PlaceProps) {
  const { module: places } = usePlaces();
  return places ? <places.FirstSteps {...props} /> : null;
}

function useTitle(view: View, { viewer }: Moment, { details }: Account): void {
  const locale = useLocale();
  useEffect(() => {
    const metric = locale.nameMetric(view.figure, viewer);
    document.title = `${metric}, ${locale.namePeriod(view.period)} – ${details.name} – zonetag`;
  });
}
