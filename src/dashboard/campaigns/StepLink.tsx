import type { ComponentChildren } from "preact";
import { useRouter } from "../app/router.ts";
import { useAddressPart } from "../app/useAddressPart.ts";
import { Link } from "../ui/Link.tsx";
import { focusUnfinished } from "../ui/useProblemFocus.ts";
import { STEPS, type Step } from "./campaignFields.ts";

/** Id of the heading of the form's step. */
export const HEADING = "step";

/** The step of the campaign's form in the address. */
export function useStep(): [Step, (step: Step) => void] {
  const [asked, set] = useAddressPart("step");
  const [first] = STEPS;
  return [STEPS.find((step) => step === asked) ?? first, (step) => set(step === first ? "" : step)];
}

/** Opens a step of the form on the same page, unless a field has text that the step would lose. Entries stay. */
export function StepLink({ step, children }: { step: Step; children: ComponentChildren }) {
  const { search } = useRouter();
  const [, setStep] = useStep();
  const address = new URLSearchParams(search);
  address.set("step", step);
  const follow = () => {
    const heading = document.getElementById(HEADING);
    if (focusUnfinished(heading?.closest("form"))) return;
    setStep(step);
    heading?.focus();
  };
  return (
    <Link to={`?${address}`} onFollow={follow}>
      {children}
    </Link>
  );
}
