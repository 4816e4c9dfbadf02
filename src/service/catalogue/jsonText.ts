/** Parses JSON written by people: allows comments and trailing commas, and reports positions of errors. */
import {
  type DocumentNode,
  type ElementNode,
  evaluate,
  type MemberNode,
  parse,
  type ValueNode,
} from "@humanwhocodes/momoa";
import { describeReadProblem } from "../files/fileProblem.ts";
import { runAtOnce, type Sliced } from "../runtime/slices.ts";
import { splitProblem } from "./problemPath.ts";
import { findTextProblem, MAX_LEVELS, scanTokens, type TextProblem } from "./repeatedKey.ts";

/** Line and column, counted from 1 as in editors. */
export interface Position {
  line: number;
  column: number;
}

/** The text is not JSON, is nested too deeply, or has a duplicate key. */
export class JsonTextError extends Error {
  readonly position: Position;
  constructor(message: string, position: Position) {
    super(message);
    this.name = "JsonTextError";
    this.position = position;
  }
}

/** Explains why a file could not be read, with its name and, for an invalid text, line and column. */
export function describeFileProblem(file: string, error: unknown): string {
  if (!(error instanceof JsonTextError)) return `${file}: ${describeReadProblem(error)}`;
  const { line, column } = error.position;
  return `${file}:${line}:${column}: ${error.message}`;
}

/** Throws `JsonTextError`. */
export function parseJsonText(text: string): unknown {
  return runAtOnce(parseJsonTextSliced(text));
}

/** Like `parseJsonText`. Only `JSON.parse` is not divided; it blocks for about 8 milliseconds per megabyte. */
export function* parseJsonTextSliced(text: string): Sliced<unknown> {
  const json = text.replace(BYTE_ORDER_MARK, "");
  const value = parseWithComments(json);
  refuseProblem(json, yield* findTextProblem(json));
  return value;
}

const BYTE_ORDER_MARK = /^\uFEFF/;

function parseWithComments(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {}
  const plain = blankComments(json);
  for (const read of [() => plain, () => blankTrailingCommas(plain)]) {
    try {
      return JSON.parse(read());
    } catch {}
  }
  // Only this parser reports positions; it takes about fifteen times as long.
  return evaluate(parseWithPositions(json));
}

/** Replaces comments with blanks, in about the time of `JSON.parse`. */
function blankComments(text: string): string {
  let result = "";
  let copied = 0;
  for (const { at, end } of scanTokens(text, /"|\/[/*]/g)) {
    if (text[at] !== "/") continue;
    result += `${text.slice(copied, at)} `;
    copied = end;
  }
  return result + text.slice(copied);
}

/** Matches strings, and commas between a value and the end of its list or object. */
const TRAILING_COMMA = /"[^"\\]*(?:\\.[^"\\]*)*"|,(?=\s*[}\]])(?<![[{,:]\s*,)/g;

function blankTrailingCommas(text: string): string {
  return text.replace(TRAILING_COMMA, (found) => (found === "," ? " " : found));
}

const TOO_DEEP = `Lists and objects are nested too deeply: at most ${MAX_LEVELS} levels are read.`;

function refuseProblem(json: string, problem: TextProblem | undefined): void {
  if (!problem) return;
  if ("deepAt" in problem) throw new JsonTextError(TOO_DEEP, locate(json, problem.deepAt));
  const { path, first, second } = problem;
  const { line } = locate(json, first);
  throw new JsonTextError(
    `${path}: this key is also in line ${line}. Keep one of them.`,
    locate(json, second),
  );
}

function locate(text: string, at: number): Position {
  const lines = text.slice(0, at).split("\n");
  return { line: lines.length, column: (lines.at(-1) ?? "").length + 1 };
}

/**
 * Returns a function that finds the position of the value at a path such as `campaigns[3].pricing.price`; without such
 * a value, the position of the innermost value around it. Throws `JsonTextError`.
 */
export function createLocator(text: string): (path: string) => Position {
  const { body } = parseWithPositions(text.replace(BYTE_ORDER_MARK, ""));
  return (path) => {
    let value: ValueNode = body;
    let { start } = body.loc;
    for (const key of splitProblem(path).keys) {
      const inner = findChild(value, key);
      if (!inner) break;
      start = inner.loc.start;
      value = inner.value;
    }
    return { line: start.line, column: start.column };
  };
}

function findChild(value: ValueNode, key: string | number): MemberNode | ElementNode | undefined {
  if (value.type === "Array") return value.elements[Number(key)];
  if (value.type !== "Object") return undefined;
  return value.members.find(({ name }) => (name.type === "String" ? name.value : name.name) === key);
}

function parseWithPositions(text: string): DocumentNode {
  try {
    return parse(text, { mode: "jsonc", allowTrailingCommas: true });
  } catch (error) {
    // The parser is recursive.
    if (error instanceof RangeError) throw new JsonTextError(TOO_DEEP, { line: 1, column: 1 });
    const { message, line = 1, column = 1 } = error as Error & Partial<Position>;
    throw new JsonTextError(`This is not JSON. ${message.replace(/ \(\d+:\d+\)$/, "")}`, { line, column });
  }
}
