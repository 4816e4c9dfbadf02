/** Saving what was entered: which fields were refused and why, and what somebody else changed meanwhile. */
import { useRef, useState } from "preact/hooks";
import { StatisticsError } from "../../statistics/statistics.ts";
import { explainError } from "../errors.ts";
import { useLocale } from "../locale.ts";
import { translate } from "../phrases.ts";
import { useTexts } from "./texts.ts";

/** Problems by field: `hostname`, `budget.daily`. */
export type Problems = Record<string, string>;

export interface Saving {
  isBusy: boolean;
  problems: Problems;
  /** Of the whole. */
  message: string;
  isSaved: boolean;
  /** Shows problems that need no service. */
  refuse(problems: Problems, message?: string): void;
  clear(): void;
  /** False when it was not saved. `onConflict` gives the words for what somebody else changed. */
  run(work: () => Promise<void>, onConflict?: () => Promise<string>): Promise<boolean>;
}

const NOTHING = { isBusy: false, problems: {}, message: "", isSaved: false };

export function useSaving(): Saving {
  const locale = useLocale();
  const { form } = useTexts();
  const [state, setState] = useState<Pick<Saving, "isBusy" | "problems" | "message" | "isSaved">>(NOTHING);
  const isRunning = useRef(false);
  const explain = async (error: unknown, onConflict?: () => Promise<string>): Promise<void> => {
    if (!(error instanceof StatisticsError)) throw error;
    const { code, problems } = error;
    if (code === "conflict" && onConflict) {
      setState({ ...NOTHING, message: await onConflict() });
      return;
    }
    const { service } = locale.texts;
    const byField = problems.map(
      ({ keys, message }) => [keys.join("."), translate(message, service)] as const,
    );
    const isUnsure = code === "network" || code === "timeout";
    const others = code === "forbidden" ? translate(error.message, service) : explainError(error, locale);
    const words = problems.length > 0 ? form.refused : isUnsure ? form.unsure : others;
    setState({ ...NOTHING, problems: Object.fromEntries(byField), message: words });
  };
  return {
    ...state,
    clear: () => setState(NOTHING),
    refuse: (problems, message = form.refused) => setState({ ...NOTHING, problems, message }),
    run: async (work, onConflict) => {
      // A second click can come before the button is drawn as busy.
      if (isRunning.current) return false;
      isRunning.current = true;
      setState({ ...NOTHING, isBusy: true });
      try {
        await work();
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

/** Fields whose values differ. */
export function listDifferences(before: object, after: object): string[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  keys.delete("version");
  const write = (entry: object, key: string) => JSON.stringify(Reflect.get(entry, key));
  return [...keys].filter((key) => write(before, key) !== write(after, key));
}
