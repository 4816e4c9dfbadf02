/** Shown while a page loads, or when loading was refused. A failure that passes is in the notice of the page. */
import type { VNode } from "preact";
import { type Answer, isPassing } from "../app/answers.ts";
import { explainError } from "../texts/errors.ts";
import { useLocale } from "../texts/locale.ts";

/**
 * Shows a form once all answers for its fields have arrived, so that no field moves later. Does not wait for answers
 * that the account does not request.
 */
export function Loaded({ answers, children }: { answers: readonly Answer<unknown>[]; children: VNode }) {
  return areMissing(answers) ? <Loading answers={answers} /> : children;
}

/** Whether answers that are requested have not arrived. */
export const areMissing = (answers: readonly Answer<unknown>[]) =>
  answers.some(({ shown, isLoading, error }) => !shown && (isLoading || error));

/** Whether answers may still arrive: content drawn without them would move. */
export const isPending = (answers: readonly Answer<unknown>[]) =>
  answers.some(({ shown, isLoading }) => !shown && isLoading);

export function Loading({ answers }: { answers: readonly Answer<unknown>[] }) {
  const locale = useLocale();
  const failed = answers.find(({ error }) => error && !isPassing(error));
  if (!failed?.error)
    return (
      <p class="nothing" role="status">
        {locale.texts.loading}
      </p>
    );
  return (
    <div class="nothing" role="alert">
      <p>{explainError(failed.error, locale)}</p>
      <button
        type="button"
        class="button"
        onClick={() => answers.map((answer) => answer.error && answer.ask())}
      >
        {locale.texts.tryAgain}
      </button>
    </div>
  );
}
