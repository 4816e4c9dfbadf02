type Values<Method> = Method extends (...values: infer V) => unknown ? V : never;
type Result<Method> = Method extends (...values: never) => infer R ? R : undefined;
/** Calls a method of the node's class. Returns undefined when the class lacks an optional method. */
export declare const callMethod: <N extends Node, Name extends keyof N>(node: N, name: Name, ...values: Values<N[Name]>) => Result<N[Name]>;
/**
 * Reads a property by the getter of the node's class. Scripts that delay other scripts override the document's
 * `readyState`.
 */
export declare const getProperty: <N extends Node, Name extends keyof N & string>(node: N, name: Name) => N[Name];
/** Creates an element and sets its properties. */
export declare const make: <Name extends "a" | "img" | "link" | "template">(name: Name, properties?: object) => HTMLElementTagNameMap[Name];
/** Removes a node from its parent, if there are both. Old libraries replace `remove` by a method that throws without one. */
export declare const detach: (node: ChildNode | null | undefined) => unknown;
declare const MARK = "[zonetag]";
type Marked<Mark> = Node & {
    [MARK]?: Mark;
};
/** Reads the tag's own data on a node: the tag itself on the document, the slot on a placeholder. */
export declare const getMark: <Mark>(node: Marked<Mark>) => Mark | undefined;
export declare const mark: <Mark>(node: Marked<Mark>, value: Mark) => void;
export {};
