/** Weekdays and hours at which a campaign is shown, in a time zone. */
import type { Targeting, Weekday } from "../../protocol/management.ts";
import { useData, useTimezones } from "../app/managementData.ts";
import { useLocale } from "../texts/locale.ts";
import { useTexts } from "../texts/management.ts";
import { Choice } from "../ui/fields.tsx";

type Times = NonNullable<Targeting["times"]>;

const WEEKDAYS: readonly Weekday[] = [
  ...(["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const),
];
/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

interface ShownAtProps {
  /** Undefined means any time. */
  times: Times | undefined;
  onChange(times: Times | undefined): void;
  isDisabled: boolean;
}

export function ShownAt({ times, onChange, isDisabled }: ShownAtProps) {
  const { campaigns: texts } = useTexts();
  const { tag, formatHour, nameTimezone } = useLocale();
  const zones = useTimezones();
  const { timezone } = useData().account.details;
  const weekday = new Intl.DateTimeFormat(tag, { weekday: "short", timeZone: "UTC" });
  return (
    <fieldset class="stack tight start group-field" disabled={isDisabled}>
      <legend class="visually-hidden">{texts.times}</legend>
      <label class="choice">
        <input
          type="checkbox"
          checked={times !== undefined}
          onChange={() => onChange(times ? undefined : { timezone, weekdays: [], hours: [] })}
        />
        <span>{texts.times}</span>
      </label>
      {times && (
        <>
          <Toggles
            label={texts.weekdays}
            all={WEEKDAYS}
            chosen={times.weekdays}
            name={(day) => weekday.format(MONDAY + WEEKDAYS.indexOf(day) * DAY_MS)}
            onChange={(weekdays) => onChange({ ...times, weekdays })}
          />
          <Toggles
            label={texts.hours}
            all={HOURS}
            chosen={times.hours}
            name={formatHour}
            onChange={(hours) => onChange({ ...times, hours })}
          />
          <Choice
            label={texts.timezone}
            value={times.timezone}
            options={[...new Set([times.timezone, ...zones])].map((key) => ({
              key,
              label: nameTimezone(key),
            }))}
            onInput={(timezone) => onChange({ ...times, timezone })}
          />
        </>
      )}
    </fieldset>
  );
}

interface TogglesProps<T> {
  label: string;
  all: readonly T[];
  chosen: readonly T[];
  name(each: T): string;
  onChange(chosen: T[]): void;
}

function Toggles<T extends string | number>({ label, all, chosen, name, onChange }: TogglesProps<T>) {
  const { campaigns: texts } = useTexts();
  const toggle = (each: T) => {
    const isChosen = chosen.includes(each);
    onChange(all.filter((other) => (other === each ? !isChosen : chosen.includes(other))));
  };
  return (
    <fieldset class="row toggles group-field">
      <legend>
        {label}
        {chosen.length === 0 && ` · ${texts.any}`}
      </legend>
      {all.map((each) => (
        <button
          type="button"
          class="button"
          key={each}
          aria-pressed={chosen.includes(each)}
          onClick={() => toggle(each)}
        >
          {name(each)}
        </button>
      ))}
    </fieldset>
  );
}
