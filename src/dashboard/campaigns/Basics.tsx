/** Name, price and days of a campaign. */

import { useTexts } from "../texts/management.ts";
import { Choice } from "../ui/fields.tsx";
import { CampaignField } from "./CampaignField.tsx";
import type { StepProps } from "./campaignFields.ts";

export function Basics(props: StepProps) {
  return (
    <>
      <CampaignField name="name" {...props} />
      <Price {...props} />
      <CampaignField name="from" {...props} />
      <CampaignField name="to" {...props} />
    </>
  );
}

export function Price(props: StepProps) {
  const { values, set, may } = props;
  const { campaigns: texts } = useTexts();
  return (
    <>
      <Choice
        label={texts.pricing}
        value={values.model}
        options={(["cpm", "cpc"] as const).map((key) => ({ key, label: texts.models[key] }))}
        onInput={(model) => set({ model: model === "cpc" ? "cpc" : "cpm" })}
        isDisabled={!may("model")}
      />
      <CampaignField name="price" {...props} />
    </>
  );
}
