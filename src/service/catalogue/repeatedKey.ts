/**
 * Finds a duplicate key in an object of a JSON text: parsers use the last one, while people may edit the first. Also finds
 * values that are nested too deeply for recursive code.
 */
import { ENTRIES_PER_STEP, type Sliced } from "../runtime/slices.ts";
import { formatProblemPath } from "./problemPath.ts";

interface RepeatedKey {
  /** Path, such as `campaigns[3].active`. */
  path: string;
  /** Positions of both keys in the text. */
  first: number;
  second: number;
}

/** Maximum nesting of lists and objects. A catalogue has fewer than ten levels. */
export const MAX_LEVELS = 100;

/** A list or object beyond `MAX_LEVELS`, by its position in the text. */
interface DeepValue {
  deepAt: number;
}

export type TextProblem = RepeatedKey | DeepValue;

/** An object or a list that contains the current position. */
interface Level {
  /** Position of each key so far; absent for a list. */
  keys?: Map<string, number>;
  /** Current key of an object, or index of a list. */
  key: string | number;
}

/**
 * Yields the tokens that begin with a match of `start`, up to a comment without an end. No expression matches a whole
 * string, because millions of escapes would overflow its stack.
 */
export function* scanTokens(text: string, start: RegExp): Generator<{ at: number; end: number }> {
  for (let found = start.exec(text); found; found = start.exec(text)) {
    const [opening] = found;
    if (opening === '"') start.lastIndex = findStringEnd(text, start.lastIndex);
    else if (opening === "//") start.lastIndex += text.slice(start.lastIndex).search(/[\r\n]|$/);
    else if (opening === "/*") {
      const end = text.indexOf("*/", start.lastIndex);
      // The comment has no end.
      if (end < 0) return;
      start.lastIndex = end + 2;
    }
    yield { at: found.index, end: start.lastIndex };
  }
}

/** Returns the position past a string; past the text when it has no end. */
function findStringEnd(text: string, from: number): number {
  let end = text.indexOf('"', from);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end + 1;
}

function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text[first - 1] === "\\") first -= 1;
  return (at - first) % 2 === 1;
}

/** Finds the first duplicate key or deep value. The text must be JSON, and may have comments. */
export function* findTextProblem(text: string): Sliced<TextProblem | undefined> {
  const levels: Level[] = [];
  let last = { token: "", at: 0 };
  let tokens = 0;
  for (const { at, end } of scanTokens(text, /["{}[\],:]|\/[/*]/g)) {
    const token = text.slice(at, end);
    tokens += 1;
    if (tokens % ENTRIES_PER_STEP === 0) yield;
    if (token.startsWith("/")) continue;
    const level = levels.at(-1);
    if (token === "{") levels.push({ keys: new Map(), key: "" });
    else if (token === "[") levels.push({ key: 0 });
    else if (token === "}" || token === "]") levels.pop();
    else if (token === "," && typeof level?.key === "number") level.key += 1;
    else if (token === ":" && level?.keys) {
      level.key = JSON.parse(last.token);
      const first = level.keys.get(String(level.key));
      if (first !== undefined)
        return { path: formatProblemPath(levels.map(({ key }) => key)), first, second: last.at };
      level.keys.set(String(level.key), last.at);
    }
    if (levels.length > MAX_LEVELS) return { deepAt: at };
    last = { token, at };
  }
  return undefined;
}
