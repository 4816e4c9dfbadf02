/** Remembers the problems that a user was told of, so that each is mailed once until it is over. */
import * as v from "valibot";
import type { Problem, ProblemKind, Problems } from "./findProblems.ts";

/** Maximum remembered problems of a kind. A kind with more is not told. */
export const MAX_TOLD = 10_000;

/** Kinds that need the events of a whole day. */
const BY_EVENTS: readonly ProblemKind[] = ["silent", "late"];

/** Keys of problems by kind. A kind is absent until it was looked at. */
export type Told = Partial<Record<ProblemKind, readonly string[] | undefined>>;

const keys = v.optional(v.pipe(v.array(v.string()), v.maxLength(MAX_TOLD)));
const toldSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ silent: keys, late: keys, finished: keys, waiting: keys }),
);

/** Reads what was stored. A damaged memory counts as a lost one. */
export function readTold(text: string | undefined): Told {
  const read = v.safeParse(toldSchema, text);
  return read.success ? read.output : {};
}

interface Look {
  /** Whether the events of the last 24 hours are complete. */
  hasWholeDay: boolean;
  /** Whether the user sees the creatives that wait. */
  mayApprove: boolean;
}

/**
 * Separates new problems from those that were told. Nothing is concluded about a kind that cannot be seen now. The first
 * look at a kind only records. Returns the new problems, and what to remember once they were told.
 */
export function compareTold(
  problems: Problems,
  told: Told,
  { hasWholeDay, mayApprove }: Look,
): { fresh: Problems; next: Told } {
  const next: Told = { ...told };
  const compare = <P extends Problem>(kind: ProblemKind, found: P[]): P[] => {
    const isSeen = kind === "waiting" ? mayApprove : hasWholeDay || !BY_EVENTS.includes(kind);
    if (!isSeen || found.length > MAX_TOLD) return [];
    const before = new Set(told[kind]);
    const lasting = found.filter(({ key }) => before.has(key));
    const fresh = found.filter(({ key, isMinor }) => !isMinor && !before.has(key));
    next[kind] = [...lasting, ...fresh].map(({ key }) => key);
    return told[kind] ? fresh : [];
  };
  const fresh = {
    silent: compare("silent", problems.silent),
    late: compare("late", problems.late),
    finished: compare("finished", problems.finished),
    waiting: compare("waiting", problems.waiting),
  };
  return { fresh, next };
}
