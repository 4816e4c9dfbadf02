/** One or two sentences on what changed in the account, loaded after the numbers. */
import { getDetail } from "../../../protocol/groupNames.ts";
import type { Performance, PerformanceRecord, PerformanceRequest } from "../../../protocol/management.ts";
import { GROUPINGS, type Grouping, listNames } from "../../../protocol/statistics.ts";
import { requestPerformance } from "../../../statistics/performance.ts";
import type { Statistics } from "../../../statistics/statistics.ts";
import { usePageAnswer } from "../../app/answers.ts";
import { useRouter } from "../../app/router.ts";
import { findPage } from "../../objects/addresses.ts";
import { requestCompared } from "../../objects/requestCompared.ts";
import { addRecords } from "../../objects/sums.ts";
import { type Locale, useLocale } from "../../texts/locale.ts";
import { Link } from "../../ui/Link.tsx";
import { findComparedSpan } from "../comparedPeriod.ts";
import { describeComparison } from "../describeComparison.ts";
import { getValue } from "../groups.ts";
import type { Page } from "../page.ts";
import { findToday, listDays } from "../period.ts";
import { findViewSpan } from "../requests.ts";
import {
  type Compared,
  type Counts,
  EXPLAINING,
  type Explaining,
  findChanges,
  type Member,
} from "./findings.ts";
import { type Sentence, writeSentences } from "./sentences.ts";

interface SummaryProps extends Pick<Page, "view" | "moment"> {
  client: Statistics;
}

export function Summary({ client, view, moment }: SummaryProps) {
  const locale = useLocale();
  const { viewer } = moment;
  const days = findViewSpan(view, moment);
  const compared = findComparedSpan(view.period, view.compare, findToday(moment.now, moment.timezone));
  const words = compared && describeComparison(days, compared, moment, locale);
  const known: readonly Grouping[] = listNames(GROUPINGS, viewer.role, viewer.kind);
  const request: PerformanceRequest | undefined = compared && {
    ...requestCompared(days, compared, moment),
    by: ["date", ...EXPLAINING.filter((grouping) => known.includes(grouping))],
    role: viewer.role,
  };
  const isWanted = words !== undefined && !words.obstacle && moment.dataFrom !== undefined;
  const answer = usePageAnswer(
    client,
    `performance ${JSON.stringify(request)}`,
    (signal) => requestPerformance(client, request as PerformanceRequest, { signal }),
    isWanted,
  );
  if (!request || !words || !isWanted || !answer.shown || answer.isStale) return null;
  const findings = findChanges(collectCompared(answer.shown.data, request, locale));
  return (
    <>
      {writeSentences(findings, words.against, locale).map((sentence) => (
        <SummarySentence key={sentence.start} {...sentence} />
      ))}
    </>
  );
}

/** A sentence. The name of its cause links to its page, if the account may open one. */
function SummarySentence({ start, named, end }: Sentence) {
  const { pages } = useRouter();
  const address = named && findPage(named.grouping, named.key, pages);
  return (
    <span>
      {start}
      {named && (address ? <Link to={address}>{named.name}</Link> : <b>{named.name}</b>)}
      {end}{" "}
    </span>
  );
}

const NONE: Counts = { impressions: 0, clicks: 0 };

/** Pairs the sums of both periods. */
function collectCompared(performance: Performance, request: PerformanceRequest, locale: Locale): Compared {
  const { now = [], before = [] } = performance.date ?? {};
  const groups: Compared["groups"] = {};
  for (const grouping of EXPLAINING) {
    const sides = performance[grouping];
    if (sides) groups[grouping] = pairMembers(grouping, sides, locale);
  }
  return {
    days: pairDays({ now, before }, request),
    total: { now: addRecords(now), before: addRecords(before) },
    groups,
  };
}

interface Sides {
  now: readonly PerformanceRecord[];
  before: readonly PerformanceRecord[];
}

/** Pairs each day with its counterpart; none if the periods differ in length. */
function pairDays({ now, before }: Sides, { days, compared }: PerformanceRequest): Compared["days"] {
  const [own, others] = [listDays(days), compared ? listDays(compared) : []];
  if (own.length !== others.length) return [];
  const index = (records: readonly PerformanceRecord[]) =>
    new Map(records.map((record) => [getDetail(record.group_by.date, "date"), record]));
  const [ownSums, otherSums] = [index(now), index(before)];
  return own.map((key, at) => ({
    key,
    now: ownSums.get(key) ?? NONE,
    before: otherSums.get(others[at]) ?? NONE,
  }));
}

function pairMembers(grouping: Explaining, { now, before }: Sides, locale: Locale): Member[] {
  const members = new Map<string, Member>();
  const add = (side: "now" | "before", records: readonly PerformanceRecord[]) => {
    for (const record of records) {
      const detail = record.group_by[grouping];
      if (!detail) continue;
      const key = String(getValue(grouping, detail));
      const name = locale.nameGroup(grouping, detail) ?? key;
      members.set(key, { ...(members.get(key) ?? { key, name, now: NONE, before: NONE }), [side]: record });
    }
  };
  add("before", before);
  add("now", now);
  return [...members.values()];
}
