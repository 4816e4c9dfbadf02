/** Problems of a catalogue, and their lines: `campaigns[3].targeting.custom["a b"]: MESSAGE`. */
import { type Problem, writeProblem } from "../../protocol/problems.ts";
import { MAX_QUOTED, quote } from "../../protocol/validation.ts";

export type Keys = readonly (string | number)[];

/** A problem with its path in the catalogue. */
export interface FoundProblem {
  keys: Keys;
  problem: Problem;
}

const PLAIN = /^[A-Za-z_$][\w$-]*$/;
/** `.name`, `[3]` or `["any text"]` at the start of a path. */
const STEP = /^(?:\.?([A-Za-z_$][\w$-]*)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\])/;

export function formatProblemPath(keys: readonly unknown[]): string {
  return keys.map(formatStep).join("") || "(root)";
}

function formatStep(key: unknown, at: number): string {
  if (typeof key === "number") return `[${key}]`;
  const name = String(key);
  if (!PLAIN.test(name) || name.length > MAX_QUOTED) return `[${JSON.stringify(quote(name))}]`;
  return at > 0 ? `.${name}` : name;
}

/** Writes a problem as a line, whose sentence continues the path. */
export function formatProblem({ keys, problem }: FoundProblem): string {
  return `${formatProblemPath(keys)}: ${writeFragment(problem)}`;
}

/** Writes the sentence of a problem as a part of a line: without capital letter and full stop. */
export function writeFragment(problem: Problem): string {
  const sentence = writeProblem(problem);
  return sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, "");
}

/** Splits a line into its keys and message, or a path into its keys. */
export function splitProblem(problem: string): { keys: (string | number)[]; path: string; message: string } {
  const keys: (string | number)[] = [];
  let rest = problem;
  for (let step = STEP.exec(rest); step; step = STEP.exec(rest)) {
    const [text, name, index, quoted] = step;
    keys.push(name ?? (index === undefined ? JSON.parse(quoted ?? '""') : Number(index)));
    rest = rest.slice(text.length);
  }
  const path = problem.slice(0, problem.length - rest.length);
  return { keys, path, message: rest.replace(/^(\(root\))?: /, "") };
}
