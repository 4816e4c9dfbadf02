/** Shown while a page loads, or when loading failed. */
import type { Answer } from "../app/answers.ts";
import { explainError } from "../texts/errors.ts";
import { useLocale } from "../texts/locale.ts";

export function Loading({ answers }: { answers: readonly Answer<unknown>[] }) {
  const locale = useLocale();
  const failed = answers.find(({ error }) => error);
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
