/** Periods by name or by their days, what they are compared with, and the time zone of hours. */
import { useState } from "preact/hooks";
import type { Page } from "../Dashboard.tsx";
import { type Locale, useLocale } from "../locale.ts";
import {
  type Comparison,
  clipSpan,
  countDays,
  findComparedSpan,
  findSpan,
  findToday,
  isWithin,
  MAX_DAYS,
  PERIOD_NAMES,
  type Period,
  type PeriodName,
  type Span,
} from "../period.ts";
import { findViewSpan } from "../reports.ts";

export interface PeriodPanelProps extends Pick<Page, "view" | "moment" | "set"> {
  zones: string[];
  limit: Span | undefined;
  close(): void;
}

export function PeriodPanel({ view, zones, limit, moment, set, close }: PeriodPanelProps) {
  const { texts } = useLocale();
  const today = findToday(moment.now, moment.dayZone);
  const possible = limit ? clipSpan(limit, { from: limit.from, to: today }) : { from: "", to: today };
  const pick = (period: Period) => {
    set({ period });
    close();
  };
  return (
    <div class="period-panel">
      <Presets
        names={PERIOD_NAMES.filter((name) => isWithin(findSpan(name, today), possible))}
        period={view.period}
        onPick={pick}
      />
      <SpanForm
        key={String(view.period)}
        labels={texts.period}
        span={findViewSpan(view, moment)}
        possible={possible}
        onPick={pick}
      />
      <ComparisonField {...{ view, today, possible, set }} />
      <TimezoneField {...{ view, zones, moment, set }} />
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
    <div class="presets" role="group" aria-label={texts.period.presets}>
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
  /** No day but these. */
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
  if (!span.from || !span.to) return period.chooseBoth;
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
    if (name !== "previous" && name !== "year") return true;
    const span = findComparedSpan(period, name, today);
    return span !== undefined && isWithin(span, possible);
  };
  const choose = (name: string) => {
    const chosen: Record<string, Comparison> = {
      ...{ off: "off", previous: "previous", year: "year" },
      custom: clipSpan(findComparedSpan(period, "previous", today) ?? findSpan(period, today), possible),
    };
    const comparison = chosen[name];
    if (comparison) set({ compare: comparison, page: view.page });
  };
  return (
    <div class="comparison">
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

interface TimezoneFieldProps extends Pick<Page, "view" | "moment" | "set"> {
  zones: string[];
}

function TimezoneField({ view, zones, moment, set }: TimezoneFieldProps) {
  const { texts, nameTimezone } = useLocale();
  const names = zones.includes(view.timezone) ? zones : [view.timezone, ...zones];
  return (
    <label class="field">
      <span>{texts.period.timezone}</span>
      <select value={view.timezone} onChange={(event) => set({ timezone: event.currentTarget.value })}>
        {names.map((name) => (
          <option key={name} value={name}>
            {nameTimezone(name)}
          </option>
        ))}
      </select>
      <small>{texts.period.days(nameTimezone(moment.dayZone))}</small>
    </label>
  );
}
