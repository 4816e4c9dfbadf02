/** Going through the steps of a campaign: forth, back, or to where a problem is. */
import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { findStep, STEPS, type Step } from "./campaignSteps.ts";
import type { Problems } from "./save.ts";

export interface Steps {
  step: Step;
  isFirst: boolean;
  isLast: boolean;
  /** Goes to a step, and leaves the focus where it is. */
  choose(step: Step): void;
  next(): void;
  back(): void;
  /** The heading of the step, to which `next` and `back` move the focus. */
  heading: RefObject<HTMLHeadingElement | null>;
}

export function useSteps(problems: Problems): Steps {
  const [step, choose] = useState<Step>("basics");
  const firstProblem = Object.keys(problems)[0];
  useEffect(() => {
    if (firstProblem) choose(findStep(firstProblem));
  }, [firstProblem]);
  const heading = useRef<HTMLHeadingElement>(null);
  const at = STEPS.indexOf(step);
  const open = (index: number) => {
    choose(STEPS[index] ?? step);
    heading.current?.focus();
  };
  return {
    ...{ step, choose, heading },
    isFirst: at === 0,
    isLast: at === STEPS.length - 1,
    next: () => open(at + 1),
    back: () => open(at - 1),
  };
}
