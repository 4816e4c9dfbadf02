/** Attributes of placeholders and of the script that are probably mistakes. */
import type { Settings } from "../tag/attributes.ts";
import { toAttribute } from "./attributeName.ts";
import type { Words } from "./texts.ts";
import * as texts from "./texts.ts";

/** Placeholder values in the code that ad networks' forms generate. */
const SAMPLES: Record<string, string> = { "data-keywords": "keywords", "data-sub": "123450000" };

/** Those of the tag that take any name or are explained elsewhere. */
const IGNORED = /^data-(zone-?(id|state|collapsed)$|target-.)/;

const toList = (words: Words | undefined): Words[] => (words ? [words] : []);

const NAMES = Object.keys(texts.expected) as (keyof Settings)[];

/**
 * One for each mistake, in the order of the attributes. Pages and their libraries have attributes of their own: only those
 * whose first letters are an attribute's of the tag count as misspelt. `own`: the values that the tag accepted. `judge`: explains
 * an attribute of the tag whose value is not accepted.
 */
export const findMistakes = (
  el: Element,
  own: object,
  judge: (known: keyof Settings, name: string, value: string) => Words | undefined = (known, name, value) =>
    known in own ? undefined : texts.wrongValue(name, value, texts.expected[known]),
): Words[] =>
  // A form with a field named `attributes` has that field here, which is an empty list.
  Array.from(el.attributes).flatMap(({ name, value }): Words[] => {
    if (SAMPLES[name] === value.trim()) return [texts.sampleValue(name, value)];
    if (!name.startsWith("data-"))
      return /^(zone-?id|keywords|sub)$/.test(name) ? [texts.unknown(name, `data-${name}`)] : [];
    if (IGNORED.test(name)) return [];
    const known = NAMES.find((one) => toAttribute(one) === name);
    if (known) return toList(judge(known, name, value));
    const meant = [...NAMES.map(toAttribute), "data-target-…"].find((one) =>
      one.startsWith(name.slice(0, 9)),
    );
    return meant ? [texts.unknown(name, meant)] : [];
  });
