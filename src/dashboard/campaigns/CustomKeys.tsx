/** Custom keys that zones must send, with the accepted values of each. */
import { useTexts } from "../texts/management.ts";
import { Chips } from "../ui/Chips.tsx";
import { Field } from "../ui/fields.tsx";
import type { Problems } from "../ui/useSaving.ts";
import type { CustomKey } from "./campaignValues.ts";
import { findKeyProblem } from "./keyProblems.ts";
import { RowsField } from "./RowsField.tsx";

interface CustomKeysProps {
  keys: CustomKey[];
  onChange(keys: CustomKey[]): void;
  problems: Problems;
  isDisabled: boolean;
}

export function CustomKeys({ keys, onChange, problems, isDisabled }: CustomKeysProps) {
  const { campaigns: texts } = useTexts();
  return (
    <RowsField
      label={texts.custom}
      hint={texts.customHint}
      problem={problems.custom}
      rows={keys}
      onChange={onChange}
      isDisabled={isDisabled}
      rowClass="custom-key"
      add={texts.addKey}
      empty={{ key: "", values: [] }}
      nameRow={({ key }) => key || texts.key}
    >
      {({ key, values }, at, change) => (
        <>
          <Field
            label={texts.key}
            isRequired
            value={key}
            problem={problems[`custom.${at}.key`]}
            onInput={(next) => change({ key: next })}
          />
          <Chips
            label={texts.values}
            values={values}
            problem={problems[`custom.${at}.values`] ?? findKeyProblem(problems, key)}
            onChange={(next) => change({ values: next })}
          />
        </>
      )}
    </RowsField>
  );
}
