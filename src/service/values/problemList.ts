/** Problems of a rejected request, bounded in number and size whatever it contains, and the bodies that list them. */
import { type Problem, writeProblem } from "../../protocol/problems.ts";
import { type CodedProblem, formatPath, MAX_PROBLEMS, type Problems } from "../../protocol/validation.ts";

/** Maximum bytes of `errors` in a 400 response. */
export const MAX_REFUSAL = 16 * 1024;
/** Maximum characters of a message, such as one that lists the allowed values. */
const MAX_MESSAGE = 2000;

/** `path`: as `formatPath` writes it. */
export interface FieldProblem {
  path: string;
  problem: Problem;
}

const LAST: FieldProblem = { path: formatPath([]), problem: { code: "more-problems" } };
/** Bytes of a body that lists only `LAST`. */
const LEAST_SIZE = measure({ errors: writeErrors([LAST]) });

export class ProblemList {
  readonly #problems: FieldProblem[] = [];
  readonly #known = new Set<string>();
  #size = LEAST_SIZE;
  #isFull = false;

  /** Whether validation can stop, because further problems would not be listed. */
  get isFull(): boolean {
    return this.#isFull;
  }

  get isEmpty(): boolean {
    return this.#problems.length === 0;
  }

  /** Adds a problem unless it is already listed. */
  add(path: string, problem: Problem): void {
    if (this.#isFull) return;
    const message = writeProblem(problem);
    const key = `${path} ${message}`;
    if (this.#known.has(key)) return;
    this.#known.add(key);
    this.#size += measure({ [path]: cut(message) }) + 1;
    if (this.#problems.length < MAX_PROBLEMS && this.#size <= MAX_REFUSAL)
      this.#problems.push({ path, problem });
    else this.#isFull = true;
  }

  /** Lists the problems, with a last entry when there are more. */
  list(): FieldProblem[] {
    return this.#isFull ? [...this.#problems, LAST] : [...this.#problems];
  }
}

/** Writes the sentences of problems by path. */
export function writeErrors(problems: readonly FieldProblem[]): Problems {
  return problems.map(({ path, problem }) => ({ [path]: cut(writeProblem(problem)) }));
}

/** Writes the body of an answer about fields. */
export function describeFields(problems: readonly FieldProblem[]): {
  errors: Problems;
  codes: CodedProblem[];
} {
  return { errors: writeErrors(problems), codes: problems.map(({ problem }) => writeCode(problem)) };
}

/** Writes the body of an answer about the request as a whole. */
export function describeProblem(problem: Problem): { message: string; codes: CodedProblem[] } {
  return { message: writeProblem(problem), codes: [writeCode(problem)] };
}

/** Shortens long parameters, such as a list of all sizes, like the sentence that contains them. */
function writeCode({ code, ...parameters }: Problem): CodedProblem {
  const short = Object.entries(parameters).map(([name, value]: [string, unknown]) => [name, shorten(value)]);
  return { code, ...Object.fromEntries(short) };
}

function shorten(value: unknown): unknown {
  if (typeof value === "string") return cut(value);
  if (!Array.isArray(value)) return value;
  let characters = 0;
  return value.filter((one) => {
    characters += String(one).length;
    return characters <= MAX_MESSAGE;
  });
}

function cut(text: string): string {
  return text.length > MAX_MESSAGE ? `${text.slice(0, MAX_MESSAGE)}…` : text;
}

function measure(value: object): number {
  return Buffer.byteLength(JSON.stringify(value));
}
