/** Writes findings as sentences. */
import type { Locale } from "../../texts/locale.ts";
import { SUMMARY_TEXTS, type SummaryTexts } from "../../texts/summary.ts";
import type { Cause, ChangeFinding, Explaining, Finding } from "./findings.ts";

/** A sentence, split at the name of a cause. */
export interface Sentence {
  start: string;
  /** Absent where nothing is named. */
  named?: { grouping: Explaining; key: string; name: string };
  end: string;
}

/** Placeholder at which a sentence is split to insert the name; no name contains it. */
const GAP = "\u0000";

/** Writes a sentence per finding. `against`: `vs Nov 9 – 15`. */
export function writeSentences(findings: readonly Finding[], against: string, locale: Locale): Sentence[] {
  const texts = SUMMARY_TEXTS[locale.language];
  return findings.map((finding) => {
    if (finding.kind === "quiet") return { start: texts.quiet(against), end: "" };
    if (finding.kind === "first")
      return { start: texts.first[finding.metric](locale.formatCount(finding.count)), end: "" };
    return writeChange(finding, against, texts, locale);
  });
}

function writeChange(
  { metric, direction, percent, since, cause }: ChangeFinding,
  against: string,
  texts: SummaryTexts,
  locale: Locale,
): Sentence {
  const format = (value: number) => formatPercent(value, locale);
  const what = texts[metric][direction](format(percent), against);
  const when = since ? texts.since(locale.formatWeekday(since)) : "";
  const why = cause ? writeCause(cause, texts, format) : texts.end;
  const [start = "", end = ""] = `${what}${when}${why}`.split(GAP);
  if (!cause) return { start, end };
  const { grouping, member } = cause;
  return { start, named: { grouping, key: member.key, name: member.name }, end };
}

function writeCause(cause: Cause, texts: SummaryTexts, format: (percent: number) => string): string {
  const words = texts.causes[cause.grouping](GAP);
  return cause.kind === "member"
    ? texts.member(words, format(cause.percent))
    : texts.mix(words, format(cause.now), format(cause.before));
}

function formatPercent(value: number, { tag }: Locale): string {
  return new Intl.NumberFormat(tag, { style: "percent", maximumFractionDigits: 0 }).format(value / 100);
}
