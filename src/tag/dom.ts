/**
 * Accesses nodes by their class, because `<img name="…">` or a form field can shadow properties of documents and forms.
 */
import { getPrototypeOf } from "./globals.ts";

/** Calls a method of the node's class, which returns a `Result`; returns undefined when the class lacks it. */
export const callMethod = <Result = void>(
  node: Node,
  name: string,
  ...values: unknown[]
): Result | undefined => getPrototypeOf(node)[name]?.call(node, ...values);

/**
 * Reads a property by the getter of the node's class. Scripts that delay others override the document's `readyState`.
 */
export const readProperty = <Result>(node: Node, name: string): Result =>
  getPrototypeOf(node).__lookupGetter__(name)?.call(node);

const MARK = "[zonetag]";

type Marked = Node & { [MARK]?: unknown };

/** Reads the tag's own data on a node: the tag itself on the document, the slot on a placeholder. */
export const readMark = <Mark>(node: Node): Mark | undefined => (node as Marked)[MARK] as Mark | undefined;

export const mark = (node: Node, value: unknown): void => {
  (node as Marked)[MARK] = value;
};
