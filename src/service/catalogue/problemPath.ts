/** Paths in the problems of a catalogue: `campaigns[3].targeting.custom["a b"]: MESSAGE`. */
import { MAX_QUOTED, quote } from "../../protocol/validation.ts";

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

/** Splits a problem into its keys and message, or a path into its keys. */
export function readProblem(problem: string): { keys: (string | number)[]; path: string; message: string } {
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
