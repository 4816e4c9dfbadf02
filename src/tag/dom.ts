/** Nodes by their class: an image or a field of a method's name hides a document's or a form's own. */
import { getPrototypeOf } from "./globals.ts";

/** Calls a method of a node, which returns a `Result`; undefined where its class has none. */
export const callMethod = <Result = void>(
  node: Node,
  name: string,
  ...values: unknown[]
): Result | undefined => getPrototypeOf(node)[name]?.call(node, ...values);

/** Reads a property of a node by its class's getter: scripts that delay others put a `readyState` on the document. */
export const readProperty = <Result>(node: Node, name: string): Result =>
  getPrototypeOf(node).__lookupGetter__(name)?.call(node);

const MARK = "[zonetag]";

type Marked = Node & { [MARK]?: unknown };

/** Reads what the tag keeps on a node: itself on the document, its slot on a placeholder. */
export const readMark = <Mark>(node: Node): Mark | undefined => (node as Marked)[MARK] as Mark | undefined;

export const mark = (node: Node, value: unknown): void => {
  (node as Marked)[MARK] = value;
};
