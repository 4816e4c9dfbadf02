/** Writes macros into addresses of landing pages, and finds them there. Pure. */
import { parseUrl } from "../../protocol/addresses.ts";
import { type Macro, parseMacros } from "../../protocol/macros.ts";

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

/** Whether the service fills a click id into the address. */
export function hasClickId(address: string): boolean {
  const { href } = parseUrl(address) ?? {};
  return (
    href !== undefined &&
    parseMacros(href).some((part) => typeof part === "object" && part.macro === "click_id")
  );
}

/** Lists the parameters whose whole value is the click id, each once. Percent-encoded braces are no macro. */
export function listClickIdParameters(addresses: readonly string[]): string[] {
  const found = addresses.filter(hasClickId).flatMap((address) => {
    const pairs = parseUrl(address)?.search.slice(1).split("&") ?? [];
    return pairs
      .filter((pair) => /^[^=]+=\{click_id\}$/.test(pair))
      .flatMap((pair) => [...new URLSearchParams(pair).keys()]);
  });
  return [...new Set(found)];
}
