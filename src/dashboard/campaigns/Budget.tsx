/** Budget, caps, pacing and priority of a campaign. */

import { useExplanations } from "../app/lazyExplanations.ts";
import { useData } from "../app/managementData.ts";
import { useTexts } from "../texts/management.ts";
import { isAmount } from "../texts/typedAmounts.ts";
import { CampaignField } from "./CampaignField.tsx";
import type { StepProps } from "./campaignFields.ts";
import type { CampaignValues } from "./campaignValues.ts";
import { FrequencyCaps } from "./FrequencyCaps.tsx";

interface BudgetProps extends StepProps {
  /** Id of an existing campaign. */
  campaign: number | undefined;
}

export function Budget({ campaign, ...props }: BudgetProps) {
  const { values, set, problems, may } = props;
  const { campaigns: texts } = useTexts();
  return (
    <>
      <div class="grid">
        <CampaignField name="daily" {...props} />
        <CampaignField name="total" {...props} />
        <CampaignField name="dailyCap" {...props} />
        <CampaignField name="totalCap" {...props} />
      </div>
      {campaign !== undefined && (
        <div class="forecast">
          <Forecast campaign={campaign} values={values} />
        </div>
      )}
      <FrequencyCaps
        caps={values.frequency}
        onChange={(frequency) => set({ frequency })}
        problems={problems}
        isDisabled={!may("frequency")}
      />
      {may("spread") && (
        <label class="choice">
          <input
            type="checkbox"
            checked={values.spread === "even"}
            onChange={({ currentTarget }) => set({ spread: currentTarget.checked ? "even" : "asap" })}
          />
          <span>{texts.even}</span>
        </label>
      )}
      <div class="grid">
        <CampaignField name="priority" {...props} />
        <CampaignField name="weight" {...props} />
      </div>
    </>
  );
}

/** Shows when the entered daily budget would have been spent yesterday. */
function Forecast({ campaign, values: { daily, spread } }: { campaign: number; values: CampaignValues }) {
  const { module } = useExplanations();
  const { client, account } = useData();
  if (!module) return null;
  const { timezone } = account.details;
  return (
    <module.BudgetForecast
      client={client}
      campaign={campaign}
      timezone={timezone}
      amount={isAmount(daily) ? Number(daily) : undefined}
      isEven={spread === "even"}
    />
  );
}
