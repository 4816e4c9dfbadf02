/** Attributes of placeholders and of the script that are probably mistakes. */
import type { Words } from "./texts.ts";
import * as texts from "./texts.ts";

/** Placeholder values in the code that ad networks' forms generate. */
const SAMPLES: Record<string, string> = { "data-keywords": "keywords", "data-sub": "123450000" };

/** Those of the tag that take any name or are explained elsewhere. */
const IGNORED = /^data-(zone-?(id|state|collapsed)$|target-.)/;

/**
 * One for each mistake, in the order of the attributes. Pages and their libraries have attributes of their own: only those
 * whose first letters are an attribute's of the tag count as misspelt. `own`: the values that the tag accepted. `expected`: what each of
 * the tag's attributes expects, nothing where any text will do.
 */
export const findMistakes = (el: Element, own: object, expected: Record<string, string>): Words[] =>
  // A form with a field named `attributes` has that field here, which is an empty list.
  Array.from(el.attributes).flatMap(({ name, value }): Words[] => {
    const bare = name.replace("data-", "");
    const words = expected[bare];
    if (SAMPLES[name] === value.trim()) return [texts.sampleValue(name, value)];
    if (bare === name) return /^(zone-?id|keywords|sub)$/.test(name) ? [texts.unknown(name, name)] : [];
    if (IGNORED.test(name)) return [];
    // Names that every object has are no attributes.
    if (typeof words === "string") return bare in own ? [] : [texts.wrongValue(name, value, words)];
    const meant = [...Object.keys(expected), "target-…"].find((known) => known.startsWith(bare.slice(0, 4)));
    return meant ? [texts.unknown(name, meant)] : [];
  });
