/** The period, what it is compared with, and the time zone of hours. */
import { useState } from "preact/hooks";
import type { Statistics } from "../statistics/index.ts";
import { formatSpan, nameOfPeriod } from "./format.ts";
import { Icon } from "./Icon.tsx";
import { Popover } from "./Popover.tsx";
import {
  lengthOf,
  MAX_DAYS,
  PERIODS,
  type Period,
  type PeriodName,
  previousOf,
  type Span,
  spanOf,
  today,
} from "./period.ts";
import type { View } from "./view.ts";

export interface PeriodPickerProps {
  view: View;
  client: Statistics;
  now: number;
  set(changes: Partial<View>): void;
}

export function PeriodPicker({ view, client, now, set }: PeriodPickerProps) {
  const [zones, setZones] = useState<string[]>([]);
  const loadZones = () => {
    if (!zones.length) client.timezones().then(setZones, () => {});
  };
  return (
    <Popover
      title="Period"
      buttonClass="button button-strong period-button"
      onOpen={loadZones}
      label={<PeriodLabel view={view} now={now} />}
    >
      {(close) => (
        <div class="period-panel">
          <Presets view={view} now={now} pick={(period) => [set({ period }), close()]} />
          <CustomSpan
            key={String(view.period)}
            view={view}
            now={now}
            pick={(period) => [set({ period }), close()]}
          />
          <label class="choice">
            <input
              type="checkbox"
              checked={view.compare}
              onChange={(event) => set({ compare: event.currentTarget.checked, page: view.page })}
            />
            <span>
              Compare with the period before
              <small>{formatSpan(previousOf(view.period, today(now)))}</small>
            </span>
          </label>
          <TimezoneField view={view} zones={zones} set={set} />
        </div>
      )}
    </Popover>
  );
}

function PeriodLabel({ view, now }: { view: View; now: number }) {
  const span = spanOf(view.period, today(now));
  return (
    <>
      <Icon name="calendar" />
      <span class="period-name">{nameOfPeriod(view.period)}</span>
      {typeof view.period === "string" && <span class="period-span">{formatSpan(span)}</span>}
      <Icon name="down" />
    </>
  );
}

interface PickProps {
  view: View;
  now: number;
  pick(period: Period): void;
}

function Presets({ view, pick }: PickProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's border and legend would have to be undone
    <div class="presets" role="group" aria-label="Periods">
      {(Object.entries(PERIODS) as [PeriodName, string][]).map(([name, label]) => (
        <button type="button" key={name} aria-pressed={view.period === name} onClick={() => pick(name)}>
          {label}
        </button>
      ))}
    </div>
  );
}

function CustomSpan({ view, now, pick }: PickProps) {
  const [span, setSpan] = useState<Span>(() => spanOf(view.period, today(now)));
  const edit = (end: keyof Span) => (event: InputEvent) =>
    setSpan({ ...span, [end]: (event.currentTarget as HTMLInputElement).value });
  const problem = problemOf(span);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!problem) pick(span);
  };
  return (
    <form class="custom-span" onSubmit={submit}>
      <label class="field">
        <span>From</span>
        <input type="date" value={span.from} max={today(now)} onInput={edit("from")} required />
      </label>
      <label class="field">
        <span>To</span>
        <input type="date" value={span.to} max={today(now)} onInput={edit("to")} required />
      </label>
      <button type="submit" class="button" disabled={problem !== undefined}>
        Show
      </button>
      <p class="problem" role="alert">
        {problem}
      </p>
    </form>
  );
}

function problemOf(span: Span): string | undefined {
  if (!span.from || !span.to) return "Choose both days.";
  if (span.from > span.to) return "The last day is before the first.";
  return lengthOf(span) > MAX_DAYS ? "At most three years." : undefined;
}

function TimezoneField({ view, zones, set }: Pick<PeriodPickerProps, "view" | "set"> & { zones: string[] }) {
  const names = zones.includes(view.timezone) ? zones : [view.timezone, ...zones];
  return (
    <label class="field">
      <span>Time zone of hours</span>
      <select value={view.timezone} onChange={(event) => set({ timezone: event.currentTarget.value })}>
        {names.map((name) => (
          <option key={name} value={name}>
            {name.replaceAll("_", " ")}
          </option>
        ))}
      </select>
      <small>Days are UTC days.</small>
    </label>
  );
}
