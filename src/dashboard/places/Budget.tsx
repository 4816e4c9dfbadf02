/** How much a campaign may cost and how often it is shown, and before which others. */
import type { StepProps } from "./campaignSteps.ts";
import { bindFields, Field } from "./parts.tsx";
import { useTexts } from "./texts.ts";

type BudgetField = "daily" | "total" | "dailyCap" | "totalCap" | "priority" | "weight";

export function Budget({ draft, set, problems, may }: StepProps) {
  const { campaigns: texts } = useTexts();
  const input = bindFields<BudgetField>(draft, problems, set);
  return (
    <>
      <div class="pair pair-even">
        <Field label={texts.daily} inputMode="decimal" {...input("daily")} />
        <Field label={texts.total} inputMode="decimal" {...input("total")} />
        <Field label={texts.dailyCap} inputMode="numeric" {...input("dailyCap")} />
        <Field label={texts.totalCap} inputMode="numeric" {...input("totalCap")} />
      </div>
      {may("spread") && (
        <label class="choice">
          <input
            type="checkbox"
            checked={draft.spread === "even"}
            onChange={({ currentTarget }) => set({ spread: currentTarget.checked ? "even" : "asap" })}
          />
          <span>{texts.even}</span>
        </label>
      )}
      <div class="pair pair-even">
        <Field
          label={texts.priority}
          hint={texts.priorityHint}
          isDisabled={!may("priority")}
          {...input("priority")}
        />
        <Field
          label={texts.weight}
          hint={texts.weightHint}
          inputMode="numeric"
          isDisabled={!may("weight")}
          {...input("weight")}
        />
      </div>
    </>
  );
}
