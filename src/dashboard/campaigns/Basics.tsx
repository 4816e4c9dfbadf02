/** Name, price and days of a campaign. */

import { useTexts } from "../texts/management.ts";
import { AmountField } from "../ui/AmountField.tsx";
import { bindFields, Choice, Field } from "../ui/fields.tsx";
import type { StepProps } from "./campaignSteps.ts";

export function Basics({ values, set, problems, may, currency }: StepProps) {
  const { campaigns: texts } = useTexts();
  const input = bindFields<"name" | "from" | "to">(values, problems, set);
  return (
    <>
      <Field label={texts.name} isRequired {...input("name")} />
      <div class="grid coarse">
        <Price values={values} set={set} problems={problems} may={may} currency={currency} />
        <Field label={texts.from} type="date" hint={texts.utc} isDisabled={!may("from")} {...input("from")} />
        <Field label={texts.to} type="date" isDisabled={!may("to")} {...input("to")} />
      </div>
    </>
  );
}

export function Price({ values, set, problems, may, currency }: StepProps) {
  const { campaigns: texts } = useTexts();
  return (
    <>
      <Choice
        label={texts.pricing}
        value={values.model}
        options={(["cpm", "cpc"] as const).map((key) => ({ key, label: texts.models[key] }))}
        onInput={(model) => set({ model: model === "cpc" ? "cpc" : "cpm" })}
        isDisabled={!may("pricing")}
      />
      <AmountField
        label={`${texts.price} (${currency})`}
        value={values.price}
        problem={problems.price}
        isRequired
        isDisabled={!may("pricing")}
        onInput={(price) => set({ price })}
      />
    </>
  );
}
