/** Nodes by their class: an image or a field of a method's name hides a document's or a form's own. */
/** Calls a method of a node, which returns a `Result`; undefined where its class has none. */
export declare const callMethod: <Result = void>(node: Node, name: string, ...values: unknown[]) => Result | undefined;
