/**
 * Accesses nodes by their class, because `<img name="…">` or a form field can shadow properties of documents and forms.
 */
import { assign, attempt, getPrototypeOf } from "./globals.ts";

type Values<Method> = Method extends (...values: infer V) => unknown ? V : never;
type Result<Method> = Method extends (...values: never) => infer R ? R : undefined;

/** Calls a method of the node's class. Returns undefined when the class lacks an optional method. */
export const callMethod = <N extends Node, Name extends keyof N>(
  node: N,
  name: Name,
  ...values: Values<N[Name]>
): Result<N[Name]> => getPrototypeOf(node)[name]?.call(node, ...values);

/**
 * Reads a property by the getter of the node's class. Scripts that delay other scripts override the document's
 * `readyState`.
 */
export const getProperty = <N extends Node, Name extends keyof N & string>(node: N, name: Name): N[Name] =>
  getPrototypeOf(node).__lookupGetter__(name)?.call(node);

/** Creates an element and sets its properties. */
export const make = <Name extends "a" | "img" | "link" | "template">(
  name: Name,
  properties?: object,
): HTMLElementTagNameMap[Name] =>
  assign(callMethod(document, "createElement", name) as HTMLElementTagNameMap[Name], properties);

/** Removes a node from its parent, if there are both. Old libraries replace `remove` by a method that throws without one. */
export const detach = (node: ChildNode | null | undefined): unknown =>
  node?.parentNode && attempt(() => callMethod(node.parentNode!, "removeChild", node));

const MARK = "[zonetag]";

type Marked<Mark> = Node & { [MARK]?: Mark };

/** Reads the tag's own data on a node: the tag itself on the document, the slot on a placeholder. */
export const getMark = <Mark>(node: Marked<Mark>): Mark | undefined => node[MARK];

export const mark = <Mark>(node: Marked<Mark>, value: Mark): void => {
  node[MARK] = value;
};
