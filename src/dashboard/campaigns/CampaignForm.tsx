/** Form for a new campaign in four steps, or for an existing one; estimates the campaign's reach. */
import { Fragment, type RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Shown } from "../../statistics/index.ts";
import { EditableFields } from "../app/editing.tsx";
import { useAccounts, useActivity } from "../app/managementData.ts";
import { useTexts } from "../texts/management.ts";
import { FormFoot } from "../ui/FormFoot.tsx";
import { Loaded } from "../ui/Loading.tsx";
import { useExplainProblems } from "../ui/problems.ts";
import { useMedia } from "../ui/useMedia.ts";
import { focusUnfinished, useProblemFocus } from "../ui/useProblemFocus.ts";
import type { Problems } from "../ui/useSaving.ts";
import { AudienceLoaded } from "./Audience.tsx";
import { CampaignStep } from "./CampaignStep.tsx";
import { useUploading } from "./Creatives.tsx";
import { findStep, nameField, STEPS, type Step } from "./campaignFields.ts";
import { EstimateLine } from "./EstimateLine.tsx";
import { HEADING, useStep } from "./StepLink.tsx";
import { type CampaignGiven, useCampaignForm } from "./useCampaignForm.ts";

interface CampaignFormProps extends CampaignGiven {
  onCancel?: () => void;
  onSaved(campaign: Shown<"campaigns">): void;
}

export function CampaignForm(props: CampaignFormProps) {
  return (
    <Loaded answers={[useAccounts(), useActivity()]}>
      <Form {...props} />
    </Loaded>
  );
}

function Form({ onCancel, onSaved, ...given }: CampaignFormProps) {
  const { campaigns: texts } = useTexts();
  const { seen, saved, values, set, owner, saving, notes, isRestored, save, withdraw } =
    useCampaignForm(given);
  const [isUploading, setUploading] = useUploading();
  const form = useProblemFocus(saving.problems);
  const problems = useExplainProblems(nameField)(saving.problems);
  const steps = useSteps(problems, form);
  const { step, heading, isFirst, isLast } = steps;
  const Ready = step === "audience" ? AudienceLoaded : Fragment;
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!seen && !isLast) return steps.next();
    if (focusUnfinished(form.current)) return;
    const done = await save();
    if (done) onSaved(done.campaign);
  };
  const account = seen?.campaign.account ?? (Number(owner.readKey(values)) || undefined);
  // On paper all settings follow each other.
  const others = useMedia("print") ? STEPS.filter((each) => each !== step) : [];
  const showStep = (each: Step) => (
    <EditableFields>
      <CampaignStep
        step={each}
        account={account}
        owner={seen ? undefined : owner}
        values={values}
        saved={saved}
        set={set}
        problems={problems}
        onUploading={setUploading}
        campaign={seen?.campaign.id}
        notes={notes}
        creatives={seen?.creatives}
        onWithdraw={(id) => void withdraw(id)}
      />
    </EditableFields>
  );
  return (
    <form
      class="card form"
      ref={form}
      aria-label={seen ? values.name : texts.add}
      noValidate
      onSubmit={submit}
    >
      <StepLinks {...steps} />
      <h2 ref={heading} id={HEADING} tabIndex={-1}>
        {texts.step[step]}
      </h2>
      <Ready>
        {showStep(step)}
        {others.map((each) => (
          <Fragment key={each}>
            <h2>{texts.step[each]}</h2>
            {showStep(each)}
          </Fragment>
        ))}
        <EstimateLine values={values} account={account} mayGrow={step === "creatives"} />
      </Ready>
      <FormFoot
        saving={saving}
        isNew={!seen}
        hasNext={!seen && !isLast}
        isRestored={isRestored}
        isWaiting={isUploading}
        onCancel={onCancel}
        onBack={seen || isFirst ? undefined : steps.back}
      />
    </form>
  );
}

interface Steps {
  step: Step;
  isFirst: boolean;
  isLast: boolean;
  /** Opens a step without moving the focus. */
  choose(step: Step): void;
  next(): void;
  back(): void;
  /** Heading of the step; `next` and `back` focus it. */
  heading: RefObject<HTMLHeadingElement | null>;
}

/** Steps of the form. Opens the step of the first problem. Stays on a step with text that could not be parsed. */
function useSteps(problems: Problems, form: RefObject<HTMLFormElement | null>): Steps {
  const [step, setStep] = useStep();
  const firstProblem = Object.keys(problems)[0];
  useEffect(() => {
    if (firstProblem) setStep(findStep(firstProblem));
  }, [firstProblem]);
  const choose = (next: Step) => {
    if (!focusUnfinished(form.current)) setStep(next);
  };
  const heading = useRef<HTMLHeadingElement>(null);
  const at = STEPS.indexOf(step);
  const open = (index: number) => {
    if (focusUnfinished(form.current)) return;
    setStep(STEPS[index] ?? step);
    heading.current?.focus();
  };
  return {
    step,
    choose,
    heading,
    isFirst: at === 0,
    isLast: at === STEPS.length - 1,
    next: () => open(at + 1),
    back: () => open(at - 1),
  };
}

function StepLinks({ step, choose }: Pick<Steps, "step" | "choose">) {
  const { campaigns: texts } = useTexts();
  return (
    <nav class="row steps" aria-label={texts.steps}>
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
