/** The page of somebody who is signed in: asks what the view needs, and lays it out. */
import { useEffect, useMemo, useState } from "preact/hooks";
import { createStatistics, type Wait } from "../statistics/index.ts";
import { Answers, useAnswer } from "./answers.ts";
import { Breakdown } from "./Breakdown.tsx";
import { Chart } from "./Chart.tsx";
import { Figures } from "./Figures.tsx";
import { FilterBar } from "./FilterBar.tsx";
import { metricOf } from "./format.ts";
import { Header } from "./Header.tsx";
import { useLive, useRecovery } from "./live.ts";
import { Notice } from "./Notice.tsx";
import { Names } from "./names.ts";
import { useNavigation } from "./navigation.ts";
import { PeriodPicker } from "./PeriodPicker.tsx";
import { previousOf, spanOf, today } from "./period.ts";
import { type AnyRequest, previousRequest, reportsOf, seriesRequest, tableRequest } from "./reports.ts";
import { ShareButton } from "./ShareButton.tsx";
import { type Account, baseUrl, rolesOf } from "./session.ts";
import { change, HEADLINE, type View } from "./view.ts";

export interface DashboardProps {
  account: Account;
  onLeave(why: "ended" | "asked"): void;
}

export function Dashboard({ account, onLeave }: DashboardProps) {
  const roles = useMemo(() => rolesOf(account), [account]);
  const { view: asked, unknown, go } = useNavigation(roles);
  const metrics = account.access[asked.role] ?? [];
  const view = permitted(asked, metrics);
  const [wait, setWait] = useState<Wait>();
  const now = useNow();

  const client = useMemo(() => {
    const onSession = (session: unknown) => session === undefined && onLeave("ended");
    return createStatistics({ baseUrl, session: account, onSession, onWait: setWait, retries: 1 });
  }, [account, onLeave]);
  const answers = useMemo(() => new Answers(), []);
  const names = useMemo(() => new Names(), []);
  const useReport = (request: AnyRequest | undefined) =>
    useAnswer(answers, request && `${view.role} ${JSON.stringify(request)}`, async (signal) => {
      const report = await reportsOf(client, view.role).query(request ?? { group_by: [] }, { signal });
      names.learn(report);
      return report;
    });

  const headline = HEADLINE[view.role].filter((key) => metrics.includes(key));
  const charted = [...new Set([...headline, view.figure])];
  const span = spanOf(view.period, today(now));
  const series = useReport(seriesRequest(view, span, charted));
  const previous = useReport(view.compare ? previousRequest(view, charted, now) : undefined);
  const table = useReport(tableRequest(view, now));
  const live = useLive(span, client, [series, table]);
  useRecovery([series, previous, table]);

  const set = (changes: Partial<View>) => go(change(view, changes));
  const compared = view.compare ? { answer: previous, span: previousOf(view.period, today(now)) } : undefined;
  return (
    <>
      <a class="skip" href="#numbers">
        Skip to the numbers
      </a>
      <Header account={account} roles={roles} view={view} go={go} onSignOut={() => onLeave("asked")} />
      <main class="page" id="numbers">
        <h1 class="visually-hidden">Statistics</h1>
        <div class="controls">
          <PeriodPicker view={view} client={client} now={now} set={set} />
          <FilterBar view={view} client={client} names={names} now={now} set={set} />
          <ShareButton view={view} now={now} live={live} />
        </div>
        {unknown.length > 0 && (
          <p class="address-problem" role="alert">
            The address asks for what does not exist here, so it is left out: {unknown.join(", ")}
          </p>
        )}
        <Figures keys={headline} view={view} series={series} compared={compared} set={set} />
        <Chart view={view} span={span} series={series} compared={compared} now={now} />
        <Breakdown view={view} table={table} client={client} metrics={metrics} now={now} set={set} go={go} />
      </main>
      <Notice wait={wait} client={client} answers={[series, previous, table]} />
    </>
  );
}

/** Metrics that an address names and this account does not have fall away. */
function permitted(view: View, metrics: readonly string[]): View {
  const known = (key: string) => metrics.includes(key) && metricOf(key, view.role) !== undefined;
  const columns = view.metrics.filter(known);
  const figure = known(view.figure) ? view.figure : (HEADLINE[view.role].find(known) ?? "base.impressions");
  return { ...view, metrics: columns.length ? columns : ["base.impressions"], figure };
}

/** The time to the minute: a new day, and a new hour, begin by themselves. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000 - (Date.now() % 60_000));
    return () => clearInterval(timer);
  }, [now]);
  return now;
}
