/** What a placeholder's and the script's attributes say that cannot be meant. */

import type { Words } from "./texts.ts";
import * as texts from "./texts.ts";

/** What ad networks' forms write into the code they give out, to be replaced. */
const SAMPLES: Record<string, string> = { "data-keywords": "keywords", "data-sub": "123450000" };

/** Attributes that belong to others, and those of the tag that take any name or are told of elsewhere. */
const OTHERS = /^data-(v-|react|test|astro|svelte|turbo|zone-?id$|zone-state$|target-.)/;

/** One for each attribute that is a mistake, in the order in which they are written. `own`: what the tag understood. */
export const mistakesIn = (el: Element, own: object): Words[] =>
  // A form may have a field of that name.
  Array.from(el.attributes).flatMap(({ name, value }): Words[] => {
    const bare = name.replace("data-", "");
    const expected = texts.expected[bare];
    if (SAMPLES[name] === value.trim()) return [texts.sampleValue(name, value)];
    if (bare === name)
      return /^(zone-?id|keywords|sub)$/.test(name) ? [texts.unknown(name, `data-${name}`)] : [];
    if (OTHERS.test(name)) return [];
    if (expected !== undefined) return bare in own ? [] : [texts.wrongValue(name, value, expected)];
    // The attribute that begins alike.
    const meant = Object.keys(texts.expected).find((known) => known.startsWith(bare.slice(0, 4)));
    return [texts.unknown(name, meant && `data-${meant}`)];
  });
