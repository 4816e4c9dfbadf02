/** Writes macros into addresses of landing pages, and finds them there. Pure. */
import { parseUrl } from "../../protocol/addresses.ts";
import type { Macro } from "../../protocol/macros.ts";

/** A text with the position of its caret. */
interface Edited {
  text: string;
  caret: number;
}

/**
 * Replaces a selection by a macro. Adds a parameter of the macro's name where a parameter begins, after a finished value, and
 * at the end of the query if the selection begins before the query, where macros are not filled.
 */
export function insertMacro(address: string, from: number, to: number, macro: Macro): Edited {
  const insert = (at: number, end: number, text: string) => ({
    text: address.slice(0, at) + text + address.slice(end),
    caret: at + text.length,
  });
  const parameter = `${macro}={${macro}}`;
  const query = address.search(/[?#]|$/);
  if (from <= query) {
    const fragment = address.indexOf("#");
    const end = fragment < 0 ? address.length : fragment;
    const before = address.slice(query, end);
    const isOpen = /[?&]$/.test(before);
    return insert(end, end, (isOpen ? "" : before ? "&" : "?") + parameter);
  }
  const before = address.slice(query + 1, from);
  if (before === "" ? address[query] === "?" : before.endsWith("&")) return insert(from, to, parameter);
  const isFinished = from === to && /[\p{L}\d}]$/u.test(before) && /^([&#]|$)/.test(address.slice(to));
  return insert(from, to, isFinished ? `&${parameter}` : `{${macro}}`);
}

/** Lists the parameters that have the click id, each once. */
export function listClickIdParameters(addresses: readonly string[]): string[] {
  const found = addresses.flatMap((address) =>
    [...(parseUrl(address)?.searchParams ?? [])].flatMap(([name, value]) =>
      value === "{click_id}" ? [name] : [],
    ),
  );
  return [...new Set(found)];
}
