/**
 * Writes control characters visibly: names from requests and files must not control the terminal of an operator who
 * prints them.
 */
import { escapeControls } from "../../protocol/visibleText.ts";

/** Escapes texts that a stream writes, except line breaks and tabs. Bytes are written as they are. */
export function writeVisibly(stream: NodeJS.WritableStream): void {
  const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
  stream.write = (chunk: unknown, ...args: unknown[]) =>
    write(typeof chunk === "string" ? escapeControls(chunk, "\n\r\t") : chunk, ...args);
}
