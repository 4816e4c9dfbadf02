/** Budget, caps, pacing and priority of a campaign. */

import { useExplanations } from "../app/lazyExplanations.ts";
import { useData } from "../app/managementData.ts";
import { useTexts } from "../texts/management.ts";
import { isAmount, readTyped } from "../texts/typedAmounts.ts";
import { AmountField } from "../ui/AmountField.tsx";
import { bindFields, Field } from "../ui/fields.tsx";
import type { StepProps } from "./campaignSteps.ts";
import type { CampaignValues } from "./campaignValues.ts";
import { FrequencyCaps } from "./FrequencyCaps.tsx";
import { useHasOtherDays } from "./useUtcLabel.ts";

type BudgetField = "priority" | "weight";

interface BudgetProps extends StepProps {
  /** Id of an existing campaign. */
  campaign: number | undefined;
}

export function Budget({ campaign, ...props }: BudgetProps) {
  const { values, set, problems, may } = props;
  const { campaigns: texts } = useTexts();
  const input = bindFields<BudgetField>(values, problems, set);
  return (
    <>
      <Limits {...props} />
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
      <div class="grid coarse">
        <Field
          label={texts.priority}
          isRequired
          hint={texts.priorityHint}
          isDisabled={!may("priority")}
          {...input("priority")}
        />
        <Field
          label={texts.weight}
          isRequired
          hint={texts.weightHint}
          inputMode="numeric"
          isDisabled={!may("weight")}
          {...input("weight")}
        />
      </div>
    </>
  );
}

/** Limits of amounts and impressions, per day and in total. */
function Limits({ values, set, problems, currency }: StepProps) {
  const { campaigns: texts } = useTexts();
  const hint = useHasOtherDays() ? texts.utc : undefined;
  return (
    <div class="grid coarse">
      <AmountField
        label={`${texts.daily} (${currency})`}
        hint={hint}
        value={values.daily}
        problem={problems.daily}
        onInput={(daily) => set({ daily })}
      />
      <AmountField
        label={`${texts.total} (${currency})`}
        value={values.total}
        problem={problems.total}
        onInput={(total) => set({ total })}
      />
      <AmountField
        label={texts.dailyCap}
        hint={hint}
        value={values.dailyCap}
        problem={problems.dailyCap}
        onInput={(cap) => set({ dailyCap: readTyped(cap) })}
      />
      <AmountField
        label={texts.totalCap}
        value={values.totalCap}
        problem={problems.totalCap}
        onInput={(cap) => set({ totalCap: readTyped(cap) })}
      />
    </div>
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
