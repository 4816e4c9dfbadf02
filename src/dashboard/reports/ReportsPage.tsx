/** Statistics page: requests the reports of the view and lays them out. */
import { useEffect } from "preact/hooks";
import { findDataFrom, useCurrentGoals, useDetails } from "../app/dataFrom.ts";
import { Header } from "../app/Header.tsx";
import { useManagementPages } from "../app/lazy.ts";
import { useExplanations } from "../app/lazyExplanations.ts";
import { usePopovers } from "../app/lazyPopovers.ts";
import { LIVE_REPORTS, useLive } from "../app/live.ts";
import type { PageProps } from "../app/pageProps.ts";
import { type Account, nameAccount } from "../app/session.ts";
import { useEntryFocus } from "../app/useEntryFocus.ts";
import { useLocale } from "../texts/locale.ts";
import { Popover } from "../ui/Popover.tsx";
import { UnknownParts } from "../ui/UnknownParts.tsx";
import { Chart } from "./chart/Chart.tsx";
import { FilterBar } from "./controls/FilterBar.tsx";
import { OnlyPeriod } from "./controls/OnlyPeriod.tsx";
import { PeriodPicker } from "./controls/PeriodPicker.tsx";
import { Figures } from "./Figures.tsx";
import type { Names } from "./names.ts";
import { Overview } from "./Overview.tsx";
import type { Page } from "./page.ts";
import { usePageReports } from "./pageReports.ts";
import { useReports } from "./queries.ts";
import type { Moment } from "./requests.ts";
import { Sources } from "./Sources.tsx";
import { Breakdown } from "./table/Breakdown.tsx";
import { type Bound, useView } from "./useView.ts";
import { changeView, hasFilters, type View } from "./view.ts";

interface ReportsPageProps extends PageProps {
  /** Names of this session, kept while another page is open. */
  names: Names;
}

export function ReportsPage({ names, isEntered, ...props }: ReportsPageProps) {
  const { account, client } = props;
  const { texts } = useLocale();
  const details = useDetails(client);
  const { view, unknown, go, moment, bound } = useView(
    useCurrentGoals(account, details),
    findDataFrom(details),
  );
  const { ask, ...use } = useReports(client, names, moment);
  const reports = usePageReports(view, use, moment, account);
  const { headline, sides, compared, table, rows, overview, isLive, isEmpty } = reports;
  const { whole: series } = sides.now;
  useLive(client, isLive || isEmpty ? reports.moving : [], LIVE_REPORTS);
  const answers = [...reports.answers, details];
  // Loaded after the numbers, but before the first click, which may be offline.
  usePopovers(series.shown !== undefined && table.shown !== undefined);
  const main = useEntryFocus(isEntered);
  useTitle(view, moment, account);

  const page: Page = { view, moment, ask, names, go, set: (changes) => go(changeView(view, changes)) };
  return (
    <>
      <a class="skip" href="#numbers">
        {texts.skip}
      </a>
      <Header {...props} side={{ view, go }} />
      <main class="page" id="numbers" ref={main} tabIndex={-1}>
        <h1 class="visually-hidden">
          {texts.pages.statistics}: {nameAccount(account)}
        </h1>
        {!account.details.share && <Overview overview={overview} {...page} />}
        <Controls account={account} client={client} bound={bound} {...page} />
        <UnknownParts parts={unknown} />
        {isEmpty ? (
          <FirstSteps {...props} isEntered={isEntered} />
        ) : (
          <>
            <Figures
              keys={headline}
              sides={sides}
              compared={compared}
              isLive={isLive}
              isFailing={answers.some(({ error }) => error)}
              {...page}
            />
            <SummaryPlace account={account} client={client} isReady={series.shown !== undefined} {...page} />
            <Chart sides={sides} compared={compared} {...page} />
            <Breakdown
              table={table}
              rows={rows}
              sides={sides}
              compared={compared}
              client={client}
              {...page}
            />
            <Sources />
          </>
        )}
      </main>
    </>
  );
}

interface ControlsProps extends Page, Pick<PageProps, "account" | "client"> {
  bound: Bound;
}

/** Period, filters, saved views and sharing. */
function Controls({ account, client, bound, ...page }: ControlsProps) {
  const { view, go } = page;
  const { texts } = useLocale();
  return (
    <div class="row controls">
      {bound.period ? (
        <OnlyPeriod period={bound.period} {...page} />
      ) : (
        <PeriodPicker limit={bound.days} {...page} />
      )}
      <FilterBar client={client} bound={bound.filters} {...page} />
      <div class="row end controls-end">
        {!account.details.share && (
          <>
            <Popover
              title={texts.views.title}
              icon="star"
              label={<span>{texts.views.button}</span>}
              align="end"
            >
              {(popovers, close) => (
                <popovers.SavedViewsPopover
                  account={account}
                  client={client}
                  view={view}
                  go={go}
                  close={close}
                />
              )}
            </Popover>
            <Popover
              title={texts.share.title}
              icon="link"
              label={<span>{texts.share.button}</span>}
              align="end"
            >
              {(popovers) => <popovers.SharePopover account={account} client={client} {...page} />}
            </Popover>
          </>
        )}
      </div>
    </div>
  );
}

interface SummaryPlaceProps extends Page, Pick<PageProps, "account" | "client"> {
  /** Whether the numbers are loaded; the summary loads after them. */
  isReady: boolean;
}

/** Summary of the whole account: not with filters, and not for shared links. Reserves its space while it loads. */
function SummaryPlace({ account, client, isReady, view, moment }: SummaryPlaceProps) {
  const isWanted = !account.details.share && !hasFilters(view) && view.compare !== "off";
  const { module } = useExplanations(isWanted && isReady);
  if (!isWanted) return null;
  return (
    <p class="summary" role="status">
      {module && <module.Summary client={client} view={view} moment={moment} />}
    </p>
  );
}

/** Loaded on demand: most accounts have numbers. */
function FirstSteps(props: PageProps) {
  const { module: pages } = useManagementPages();
  if (!pages) return null;
  return (
    <pages.FirstSteps {...props}>
      <Sources />
    </pages.FirstSteps>
  );
}

function useTitle(view: View, { viewer }: Moment, account: Account): void {
  const locale = useLocale();
  useEffect(() => {
    const metric = locale.nameMetric(view.figure, viewer);
    document.title = `${metric}, ${locale.namePeriod(view.period)} – ${nameAccount(account)} – zonetag`;
  });
}
