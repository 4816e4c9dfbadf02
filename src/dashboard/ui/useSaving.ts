/** State of a change that is sent to the service: pending, saved, or refused with problems by field. */
import { useRef, useState } from "preact/hooks";
import { StatisticsError } from "../../statistics/statistics.ts";
import { forgetKeysAfter } from "../app/idempotency.ts";
import { explainError, translate } from "../texts/errors.ts";
import { useLocale } from "../texts/locale.ts";
import { useTexts } from "../texts/management.ts";

/** Problems by field: `hostname`, `budget.daily`. */
export type Problems = Record<string, string>;

export interface Saving {
  isBusy: boolean;
  problems: Problems;
  /** Problem that concerns no single field. */
  message: string;
  isSaved: boolean;
  /** Shows problems found without the service. */
  refuse(problems: Problems, message?: string): void;
  clear(): void;
  /** Resolves with false when it failed. `onConflict` returns the message for changes by another user. */
  run(work: () => Promise<void>, onConflict?: () => Promise<string>): Promise<boolean>;
}

const NOTHING = { isBusy: false, problems: {}, message: "", isSaved: false };

/** `unsure`: said when no answer came; by default that saving again changes nothing twice. */
export function useSaving(unsure?: string): Saving {
  const locale = useLocale();
  const { form } = useTexts();
  const [state, setState] = useState<Pick<Saving, "isBusy" | "problems" | "message" | "isSaved">>(NOTHING);
  const isRunning = useRef(false);
  const explain = async (error: unknown, onConflict?: () => Promise<string>): Promise<void> => {
    if (!(error instanceof StatisticsError)) throw error;
    const { code, problems } = error;
    // Earlier services send no codes of refusals.
    const isChanged = !error.refusal || error.refusal.code === "entry-changed";
    if (code === "conflict" && isChanged && onConflict) {
      setState({ ...NOTHING, message: await onConflict() });
      return;
    }
    const byField = problems.map((problem) => [problem.keys.join("."), translate(problem, locale)] as const);
    const isUnsure = code === "network" || code === "timeout";
    const words =
      problems.length > 0 ? form.refused : isUnsure ? (unsure ?? form.unsure) : explainError(error, locale);
    setState({ ...NOTHING, problems: Object.fromEntries(byField), message: words });
  };
  return {
    ...state,
    clear: () => setState(NOTHING),
    refuse: (problems, message = form.refused) => setState({ ...NOTHING, problems, message }),
    run: async (work, onConflict) => {
      // A second click can arrive before the button is rendered as busy.
      if (isRunning.current) return false;
      isRunning.current = true;
      setState({ ...NOTHING, isBusy: true });
      try {
        await forgetKeysAfter(work);
        setState({ ...NOTHING, isSaved: true });
        return true;
      } catch (error) {
        await explain(error, onConflict);
        return false;
      } finally {
        isRunning.current = false;
      }
    },
  };
}
