/** Frequency caps of a campaign, each a maximum number of impressions per visitor and period. */
import { useTexts } from "../texts/management.ts";
import { Choice, Field } from "../ui/fields.tsx";
import type { Problems } from "../ui/useSaving.ts";
import { FREQUENCY_UNITS, type FrequencyCap, isFrequencyUnit, NEW_CAP } from "./frequency.ts";
import { RowsField } from "./RowsField.tsx";

interface FrequencyCapsProps {
  caps: FrequencyCap[];
  onChange(caps: FrequencyCap[]): void;
  problems: Problems;
  isDisabled: boolean;
}

export function FrequencyCaps({ caps, onChange, problems, isDisabled }: FrequencyCapsProps) {
  const { campaigns: texts } = useTexts();
  return (
    <RowsField
      label={texts.frequency}
      hint={texts.frequencyHint}
      problem={problems.frequency}
      rows={caps}
      onChange={onChange}
      isDisabled={isDisabled}
      rowClass="frequency-cap"
      add={texts.addFrequency}
      empty={NEW_CAP}
      nameRow={(_, at) => `${texts.frequency} ${at + 1}`}
    >
      {({ impressions, length, unit }, at, change) => (
        <>
          <Field
            label={texts.shown}
            inputMode="numeric"
            isRequired
            value={impressions}
            problem={problems[`frequency.${at}.impressions`]}
            onInput={(next) => change({ impressions: next })}
          />
          <Field
            label={texts.period}
            inputMode="numeric"
            isRequired
            value={length}
            problem={problems[`frequency.${at}.seconds`]}
            onInput={(next) => change({ length: next })}
          />
          <Choice
            label={texts.unit}
            value={unit}
            options={FREQUENCY_UNITS.map((key) => ({ key, label: texts.units[key] }))}
            onInput={(next) => isFrequencyUnit(next) && change({ unit: next })}
          />
        </>
      )}
    </RowsField>
  );
}
