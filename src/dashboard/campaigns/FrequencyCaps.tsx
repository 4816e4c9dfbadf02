/** Frequency caps of a campaign: maximum impressions of one visitor in a period, as many as are needed. */
import { useRef } from "preact/hooks";
import { useTexts } from "../texts/management.ts";
import { Choice, Field } from "../ui/fields.tsx";
import { Icon } from "../ui/Icon.tsx";
import type { Problems } from "../ui/useSaving.ts";
import { FREQUENCY_UNITS, type FrequencyCap, isFrequencyUnit, NEW_CAP } from "./frequency.ts";

interface FrequencyCapsProps {
  caps: FrequencyCap[];
  onChange(caps: FrequencyCap[]): void;
  problems: Problems;
  isDisabled: boolean;
}

export function FrequencyCaps({ caps, onChange, problems, isDisabled }: FrequencyCapsProps) {
  const { campaigns: texts } = useTexts();
  const frame = useRef<HTMLFieldSetElement>(null);
  const change = (at: number, changes: Partial<FrequencyCap>) =>
    onChange(caps.map((each, index) => (index === at ? { ...each, ...changes } : each)));
  return (
    <fieldset class="custom-keys" disabled={isDisabled} ref={frame}>
      <legend>{texts.frequency}</legend>
      <p class="hint">{texts.frequencyHint}</p>
      {caps.map(({ impressions, length, unit }, at) => (
        <div class="frequency-cap" key={at}>
          <Field
            label={texts.shown}
            inputMode="numeric"
            isRequired
            value={impressions}
            problem={problems[`frequency.${at}.impressions`]}
            onInput={(next) => change(at, { impressions: next })}
          />
          <Field
            label={texts.period}
            inputMode="numeric"
            isRequired
            value={length}
            problem={problems[`frequency.${at}.seconds`]}
            onInput={(next) => change(at, { length: next })}
          />
          <Choice
            label={texts.unit}
            value={unit}
            options={FREQUENCY_UNITS.map((key) => ({ key, label: texts.units[key] }))}
            onInput={(next) => isFrequencyUnit(next) && change(at, { unit: next })}
          />
          <button
            type="button"
            class="button button-plain button-icon"
            aria-label={texts.remove(`${texts.frequency} ${at + 1}`)}
            onClick={() => {
              // The button is removed with its row, and would lose the focus.
              frame.current?.querySelector<HTMLElement>(".custom-add")?.focus();
              onChange(caps.filter((_, index) => index !== at));
            }}
          >
            <Icon name="trash" />
          </button>
        </div>
      ))}
      <button type="button" class="button custom-add" onClick={() => onChange([...caps, NEW_CAP])}>
        <Icon name="plus" />
        {texts.addFrequency}
      </button>
    </fieldset>
  );
}
