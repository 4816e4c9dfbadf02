/** While what a place shows is on its way, or did not come. */
import type { Answer } from "../answers.ts";
import { explainError } from "../errors.ts";
import { useLocale } from "../locale.ts";

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
