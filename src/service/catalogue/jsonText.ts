/**
 * JSON that people write: it may have comments and trailing commas, and an error says where it stands.
 */
import {
  type DocumentNode,
  type ElementNode,
  evaluate,
  type MemberNode,
  parse,
  type ValueNode,
} from "@humanwhocodes/momoa";
import { describeReadProblem } from "../values/fileProblem.ts";
import { readProblem } from "./problemPath.ts";

/** Both count from 1, as editors do. */
export interface Position {
  line: number;
  column: number;
}

/** The text is not JSON. */
export class JsonTextError extends Error {
  readonly position: Position;
  constructor(message: string, position: Position) {
    super(message);
    this.name = "JsonTextError";
    this.position = position;
  }
}

/** Says why a file could not be read, with its name and, where it is not JSON, with line and column. */
export function describeFileProblem(file: string, error: unknown): string {
  if (!(error instanceof JsonTextError)) return `${file}: ${describeReadProblem(error)}`;
  const { line, column } = error.position;
  return `${file}:${line}:${column}: This is not JSON. ${error.message}`;
}

/** Throws `JsonTextError`. */
export function parseJsonText(text: string): unknown {
  const json = text.replace(/^\uFEFF/, "");
  try {
    return JSON.parse(json);
  } catch {
    // With comments, or wrong. Only this parser reads comments and knows positions; it takes some fifteen times as long.
    return evaluate(parseWithPositions(json));
  }
}

/**
 * Returns a function that says where the value at a path such as `campaigns[3].pricing.price` stands, or, when there is
 * none, the innermost value around it. Throws `JsonTextError`.
 */
export function createLocator(text: string): (path: string) => Position {
  const { body } = parseWithPositions(text.replace(/^\uFEFF/, ""));
  return (path) => {
    let value: ValueNode = body;
    let { start } = body.loc;
    for (const key of readProblem(path).keys) {
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
    const { message, line = 1, column = 1 } = error as Error & Partial<Position>;
    throw new JsonTextError(message.replace(/ \(\d+:\d+\)$/, ""), { line, column });
  }
}
