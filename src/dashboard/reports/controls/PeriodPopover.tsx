/** Popover for period and comparison. */
import { useState } from "preact/hooks";
import { FIRST_DAY } from "../../../protocol/earliestDay.ts";
import { type Locale, useLocale } from "../../texts/locale.ts";
import { findComparedSpan, findPreviousSpan, parseComparison } from "../comparedPeriod.ts";
import type { Page } from "../page.ts";
import {
  clipSpan,
  countDays,
  findSpan,
  findToday,
  isDay,
  isWithin,
  MAX_DAYS,
  PERIOD_NAMES,
  type Period,
  type PeriodName,
  type Span,
} from "../period.ts";
import { findViewSpan } from "../requests.ts";

interface PeriodPopoverProps extends Pick<Page, "view" | "moment" | "set"> {
  limit: Span | undefined;
  close(): void;
}

export function PeriodPopover({ view, limit, moment, set, close }: PeriodPopoverProps) {
  const { texts } = useLocale();
  const today = findToday(moment.now, moment.timezone);
  const possible = limit ? clipSpan(limit, { from: limit.from, to: today }) : { from: FIRST_DAY, to: today };
  const pick = (period: Period) => {
    set({ period });
    close();
  };
  return (
    <div class="stack popover-content period-popover">
      <Presets
        names={PERIOD_NAMES.filter((name) => isWithin(findSpan(name, today), possible))}
        period={view.period}
        onPick={pick}
      />
      <SpanForm labels={texts.period} span={findViewSpan(view, moment)} possible={possible} onPick={pick} />
      <ComparisonField view={view} today={today} possible={possible} set={set} />
    </div>
  );
}

interface PresetsProps {
  names: readonly PeriodName[];
  period: Period;
  onPick(period: Period): void;
}

function Presets({ names, period, onPick }: PresetsProps) {
  const { texts } = useLocale();
  if (names.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's border and legend would have to be undone
    <div class="menu presets" role="group" aria-label={texts.period.presets}>
      {names.map((name) => (
        <button type="button" key={name} aria-pressed={period === name} onClick={() => onPick(name)}>
          {texts.period.names[name]}
        </button>
      ))}
    </div>
  );
}

interface SpanFormProps {
  labels: { from: string; to: string };
  span: Span;
  /** Days that can be chosen. */
  possible: Span;
  onPick(span: Span): void;
}

function SpanForm({ labels, span: given, possible, onPick }: SpanFormProps) {
  const locale = useLocale();
  const [span, setSpan] = useState(given);
  const problem = findProblem(span, locale);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!problem) onPick(span);
  };
  return (
    <form class="custom-span" onSubmit={submit}>
      {(["from", "to"] as const).map((end) => (
        <label class="field" key={end}>
          <span>{labels[end]}</span>
          <input
            type="date"
            value={span[end]}
            min={possible.from}
            max={possible.to}
            required
            aria-invalid={problem !== undefined}
            onInput={(event) => setSpan({ ...span, [end]: event.currentTarget.value })}
          />
        </label>
      ))}
      <button type="submit" class="button" disabled={problem !== undefined}>
        {locale.texts.period.show}
      </button>
      <p class="problem" role="alert">
        {problem}
      </p>
    </form>
  );
}

function findProblem(span: Span, { texts: { period } }: Locale): string | undefined {
  // While 2026 is being typed, the year is 0202.
  if (!isDay(span.from) || !isDay(span.to) || span.from < FIRST_DAY) return period.chooseBoth;
  if (span.from > span.to) return period.wrongOrder;
  return countDays(span) > MAX_DAYS ? period.tooLong : undefined;
}

interface ComparisonFieldProps extends Pick<Page, "view" | "set"> {
  today: string;
  possible: Span;
}

function ComparisonField({ view, today, possible, set }: ComparisonFieldProps) {
  const { texts, formatSpan } = useLocale();
  const { period, compare } = view;
  const { comparisons } = texts.period;
  const compared = findComparedSpan(period, compare, today);
  const isPossible = (name: string) => {
    const span = findComparedSpan(period, parseComparison(name) ?? "off", today);
    return !span || isWithin(span, possible);
  };
  const choose = (name: string) => {
    const custom = clipSpan(findPreviousSpan(period, today), possible);
    set({ compare: parseComparison(name) ?? custom, page: view.page });
  };
  return (
    <div class="stack tight">
      <label class="field">
        <span>{texts.period.compare}</span>
        <select
          value={typeof compare === "string" ? compare : "custom"}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          {Object.entries(comparisons)
            .filter(([name]) => isPossible(name))
            .map(([name, label]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
        </select>
        {compared && typeof compare === "string" && <small>{formatSpan(compared)}</small>}
      </label>
      {typeof compare === "object" && (
        <SpanForm
          labels={{ from: texts.period.comparedFrom, to: texts.period.comparedTo }}
          span={compare}
          possible={possible}
          onPick={(span) => set({ compare: span, page: view.page })}
        />
      )}
    </div>
  );
}
