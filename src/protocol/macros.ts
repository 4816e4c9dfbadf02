/**
 * Macros of landing pages: `https://shop.example/?click={click_id}`. The service fills them when an ad is clicked, in query
 * and fragment only.
 */
import { MAX_LANDING_PAGE } from "./limits.ts";
import type { Problem } from "./problems.ts";
import { hasKey, listKeys } from "./tables.ts";
import { quote } from "./validation.ts";

/** Macros with the maximum length of their percent-encoded values. */
export const MACROS = {
  click_id: 176,
  campaign_id: 10,
  variation_id: 10,
  zone_id: 16,
  site_id: 10,
  sub: 17,
  country: 3,
  device_type: 7,
  os: 15,
  browser: 34,
  timestamp: 10,
};
export type Macro = keyof typeof MACROS;

type MacroProblem = Extract<Problem, { code: `macro-${string}` }>;

/** An address in the order of its texts and macros. */
export type AddressParts = readonly (string | { readonly macro: Macro })[];

/** A text in braces, also in doubled ones, which other systems use; or a single brace. */
const BRACES = /(\{\{[^{}]*\}\}|\{[^{}]*\}|[{}])/;

/** Finds the macros of a normalized address. Everything else in braces is text. */
export function parseMacros(address: string): AddressParts {
  const start = findQuery(address);
  const rest = address.slice(start).split(BRACES);
  return [address.slice(0, start), ...rest.map((text) => readMacro(text) ?? text)];
}

export function fillMacros(parts: AddressParts, write: (macro: Macro) => string): string {
  return parts.map((part) => (typeof part === "string" ? part : write(part.macro))).join("");
}

/** Checks the braces of a normalized address, and its length with each macro at its longest. */
export function findMacroProblem(address: string): MacroProblem | undefined {
  // The path of a normalized address has no literal braces.
  const beforeQuery = address.slice(0, findQuery(address)).replace(/%7b/gi, "{").replace(/%7d/gi, "}");
  const misplaced = beforeQuery.split(BRACES).find(readMacro);
  if (misplaced) return { code: "macro-place", name: misplaced };
  const unknown = address.split(BRACES).find((text) => /[{}]/.test(text) && !readMacro(text));
  if (unknown) {
    const values = listKeys(MACROS).map((name) => `{${name}}`);
    return { code: "macro-unknown", name: quote(unknown), values };
  }
  const longest = fillMacros(parseMacros(address), (macro) => "x".repeat(MACROS[macro]));
  return longest.length > MAX_LANDING_PAGE ? { code: "macro-length", most: MAX_LANDING_PAGE } : undefined;
}

/** Finds where the query or the fragment begins, else the end. */
function findQuery(address: string): number {
  return address.search(/[?#]|$/);
}

function readMacro(text: string): { macro: Macro } | undefined {
  const name = text.slice(1, -1);
  return text === `{${name}}` && hasKey(MACROS, name) ? { macro: name } : undefined;
}
