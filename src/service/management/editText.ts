/**
 * Changes to a JSON text that leave everything else in it as it was written, so that a diff shows the change alone.
 */
import { applyEdits, findNodeAtLocation, type JSONPath, modify, type Node, parseTree } from "jsonc-parser";

/** Sets the value at a path; undefined takes it out, with its key. */
export function setValue(text: string, path: JSONPath, value: unknown): string {
  const { indent, eol } = readLayout(text);
  const formattingOptions = {
    ...{ insertSpaces: indent !== "\t", tabSize: indent === "\t" ? 1 : indent.length, eol },
    // Only what is new is formatted.
    keepLines: true,
  };
  return applyEdits(text, modify(text, path, value, { formattingOptions }));
}

/** Adds an entry at the end of the list at a path, on one line or many as the entry before it. */
export function appendItem(text: string, path: JSONPath, item: unknown): string {
  const tree = parseTree(text);
  const list = tree && findNodeAtLocation(tree, path);
  if (list?.type !== "array") throw new Error(`There is no list at ${path.join(".")}.`);
  const last = list.children?.at(-1);
  return last ? appendAfter(text, last, item) : setValue(text, path, [item]);
}

function appendAfter(text: string, last: Node, item: unknown): string {
  const { indent, eol } = readLayout(text);
  const end = last.offset + last.length;
  const written = text.slice(last.offset, end);
  const lineStart = text.lastIndexOf("\n", last.offset) + 1;
  const margin = /^[\t ]*$/.exec(text.slice(lineStart, last.offset))?.[0];
  const isOneLine = !written.includes("\n");
  const json = isOneLine
    ? writeOneLine(item)
    : JSON.stringify(item, null, indent).replaceAll("\n", `${eol}${margin ?? ""}`);
  // A list on one line stays on one line.
  const separator = margin === undefined ? ", " : `,${eol}${margin}`;
  return `${text.slice(0, end)}${separator}${json}${text.slice(end)}`;
}

/** With the spaces that people write. */
function writeOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeOneLine).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(
    ([key, inner]) => `${JSON.stringify(key)}: ${writeOneLine(inner)}`,
  );
  return fields.length > 0 ? `{ ${fields.join(", ")} }` : "{}";
}

/** How the text is indented and how its lines end. */
function readLayout(text: string): { indent: string; eol: string } {
  const indent = /^[\t ]+(?=\S)/m.exec(text)?.[0] ?? "  ";
  return { indent: indent.startsWith("\t") ? "\t" : indent, eol: text.includes("\r\n") ? "\r\n" : "\n" };
}
