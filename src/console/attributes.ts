/** What a placeholder's and the script's attributes say that cannot be meant. */
import { texts, type Words } from "./texts.ts";

/** What ad networks' forms write into the code they give out, to be replaced. */
const SAMPLES: Record<string, string> = { "data-keywords": "keywords", "data-sub": "123450000" };

/** Attributes that belong to others, and those of the tag that take any name or are told of elsewhere. */
const OTHERS = /^data-(v-|react|test|astro|svelte|turbo|zoneid$|zone-state$|target-.)/;

/** One for each attribute that is a mistake, in the order in which they are written. `own`: what the tag understood. */
export function mistakesIn(el: Element, own: object): Words[] {
  return [...el.attributes].flatMap(({ name, value }): Words[] => {
    const bare = name.replace("data-", "");
    const expected = texts.expected[bare];
    if (SAMPLES[name] === value.trim()) return [texts.sampleValue(name, value)];
    if (bare === name)
      return /^(zone-?id|keywords|sub)$/.test(name) ? [texts.unknown(name, `data-${name}`)] : [];
    if (expected === undefined) return OTHERS.test(name) ? [] : [texts.unknown(name, nearest(bare))];
    return bare in own ? [] : [texts.wrongValue(name, value, expected)];
  });
}

/** The attribute that begins alike. */
const nearest = (name: string): string | undefined => {
  const found = Object.keys(texts.expected).find((known) => known.startsWith(name.slice(0, 4)));
  return found && `data-${found}`;
};
