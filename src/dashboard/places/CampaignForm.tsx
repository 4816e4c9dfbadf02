/** A campaign in four steps, with what it would reach while one types: a new one, or the settings of one. */
import { useState } from "preact/hooks";
import type { Shown } from "../../statistics/index.ts";
import { CampaignStep } from "./CampaignStep.tsx";
import { STEPS } from "./campaignSteps.ts";
import { EstimateLine } from "./EstimateLine.tsx";
import { explainProblems } from "./explainProblems.ts";
import { FormFoot } from "./FormFoot.tsx";
import { useTexts } from "./texts.ts";
import { type CampaignGiven, useCampaignForm } from "./useCampaignForm.ts";
import { type Steps, useSteps } from "./useSteps.ts";

interface CampaignFormProps extends CampaignGiven {
  onCancel?: () => void;
  onSaved(campaign: Shown<"campaigns">): void;
}

export function CampaignForm({ onCancel, onSaved, ...given }: CampaignFormProps) {
  const words = useTexts();
  const { campaigns: texts } = words;
  const { seen, values, set, owner, saving, save } = useCampaignForm(given);
  const [isUploading, setUploading] = useState(false);
  const steps = useSteps(saving.problems);
  const { step, heading, isLast } = steps;
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!seen && !isLast) return steps.next();
    const saved = await save();
    if (saved) onSaved(saved);
  };
  return (
    <form
      class="card form campaign-form"
      aria-label={seen ? values.name : texts.add}
      noValidate
      onSubmit={submit}
    >
      <StepLinks {...steps} />
      <h2 ref={heading} tabIndex={-1}>
        {texts.step[step]}
      </h2>
      <CampaignStep
        step={step}
        owner={seen ? undefined : owner}
        draft={values}
        set={set}
        problems={explainProblems(saving.problems, words)}
        onUploading={setUploading}
      />
      <EstimateLine draft={values} account={seen?.campaign.account ?? (Number(owner.key) || undefined)} />
      {seen || isLast ? (
        <FormFoot
          saving={saving}
          isNew={!seen}
          isWaiting={isUploading}
          onCancel={onCancel}
          onBack={seen ? undefined : steps.back}
        />
      ) : (
        <StepFoot {...steps} onCancel={onCancel} />
      )}
    </form>
  );
}

function StepLinks({ step, choose }: Pick<Steps, "step" | "choose">) {
  const { campaigns: texts } = useTexts();
  return (
    <nav class="steps" aria-label={texts.steps}>
      {STEPS.map((each, index) => (
        <button
          type="button"
          key={each}
          aria-current={each === step ? "step" : undefined}
          onClick={() => choose(each)}
        >
          <b>{index + 1}</b> {texts.step[each]}
        </button>
      ))}
    </nav>
  );
}

interface StepFootProps extends Pick<Steps, "isFirst" | "back"> {
  onCancel: (() => void) | undefined;
}

/** The end of a step that is not the last one of a new campaign. */
function StepFoot({ isFirst, back, onCancel }: StepFootProps) {
  const { form } = useTexts();
  return (
    <div class="form-foot">
      <button type="submit" class="button button-primary">
        {form.next}
      </button>
      {!isFirst && (
        <button type="button" class="button" onClick={back}>
          {form.back}
        </button>
      )}
      <button type="button" class="button button-plain" onClick={onCancel}>
        {form.cancel}
      </button>
    </div>
  );
}
