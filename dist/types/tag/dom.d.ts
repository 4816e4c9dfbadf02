/** Calls a method of the node's class, which returns a `Result`; returns undefined when the class lacks it. */
export declare const callMethod: <Result = void>(node: Node, name: string, ...values: unknown[]) => Result | undefined;
/**
 * Reads a property by the getter of the node's class. Scripts that delay others override the document's `readyState`.
 */
export declare const readProperty: <Result>(node: Node, name: string) => Result;
/** Reads the tag's own data on a node: the tag itself on the document, the slot on a placeholder. */
export declare const readMark: <Mark>(node: Node) => Mark | undefined;
export declare const mark: (node: Node, value: unknown) => void;
