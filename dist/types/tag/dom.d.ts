/** Calls a method of a node, which returns a `Result`; undefined where its class has none. */
export declare const callMethod: <Result = void>(node: Node, name: string, ...values: unknown[]) => Result | undefined;
/** Reads a property of a node by its class's getter: scripts that delay others put a `readyState` on the document. */
export declare const readProperty: <Result>(node: Node, name: string) => Result;
/** Reads what the tag keeps on a node: itself on the document, its slot on a placeholder. */
export declare const readMark: <Mark>(node: Node) => Mark | undefined;
export declare const mark: (node: Node, value: unknown) => void;
