/** Attributes of placeholders and of the script that are probably mistakes. */
import type { Settings } from "../tag/types.ts";
import type { Note } from "./slots.ts";
import type { Words } from "./texts.ts";
import * as texts from "./texts.ts";

/** Placeholder values in the code that ad networks' forms generate. */
const SAMPLES: Record<string, string> = { "data-keywords": "keywords", "data-sub": "123450000" };

/** Attributes of the tag that take any value, or that another file explains. */
const IGNORED = /^data-(zone-?(id|state|ad|collapsed)$|target-.)/;

/** Attributes of the script alone. */
export const OF_SCRIPT: (keyof Settings)[] = [
  "endpoint",
  "zones",
  "referer",
  "gdpr",
  "consent",
  "consentTimeout",
  "timeout",
  "userId",
  "credentials",
  "manual",
];
/** Attributes of placeholders alone. */
export const OF_PLACEHOLDER: (keyof Settings)[] = ["zoneId", "size", "media"];
export const NAMES = [
  ...OF_PLACEHOLDER,
  ...OF_SCRIPT,
  ...(["sub", "keywords", "lazy", "refresh", "collapse", "label"] satisfies (keyof Settings)[]),
];

/** Attributes with addresses or free text. */
const FREE = /keywords|label|endpoint|referer|consent$|userId|manual/;

/** Traces of templates: variables that were not filled, printed lists and objects. */
const UNFILLED = /\b(undefined|null|NaN)\b|[[{]["'{%]|[$#%]\{|<[?%]|%%|\[object /;

/** Curly quotes and invisible characters in free text. */
const UNTYPED = /[“”„«»\u00ad\u200b\u2060\ufeff]/u;

/** `userId` → `data-user-id`. */
export const toAttribute = (name: string): string => `data-${name.replace(/[A-Z]/g, "-$&").toLowerCase()}`;

/** Explains a value that the tag reported, by the words of its message. */
export const explainWrong = (notes: readonly Note[], name: string, value: string): Words | undefined => {
  const reported = notes.find(
    (note) => note.type === "wrong" && note.detail.startsWith(`${name}="${value.slice(0, 60)}`),
  );
  return reported && texts.wrongValue(name, value, `${reported.detail}`.split('": expected ')[1] ?? "");
};

/** Explains an attribute of the tag whose value is not accepted. */
export type Judge = (known: keyof Settings, name: string, value: string) => Words | undefined;

/**
 * Explains each mistake in the order of the attributes. Pages and libraries have attributes of their own, so a name
 * counts as misspelt only if it begins like the name of an attribute of the tag.
 */
export const findMistakes = (el: Element, judge: Judge): Words[] =>
  // Not `attributes`, which a form's field of that name shadows.
  el
    .getAttributeNames()
    .map((name) => explain(el.localName === "script", name, el.getAttribute(name) ?? "", judge))
    .filter((words) => !!words);

const explain = (isScript: boolean, name: string, value: string, judge: Judge): Words | undefined => {
  if (SAMPLES[name] === value.trim()) return texts.sampleValue(name, value);
  const plain = toPlain(name);
  if (!plain.startsWith("data-"))
    return /^(zone-?id|keywords|sub)$/.test(plain) ? explainUnknown(name, `data-${plain}`) : undefined;
  const known = NAMES.find((one) => toAttribute(one) === name);
  if (known && (isScript ? OF_PLACEHOLDER : OF_SCRIPT).includes(known))
    return texts.misplaced(name, !isScript);
  const words = explainValue(known, name, value);
  if (words || IGNORED.test(name)) return words;
  if (known) return judge(known, name, value);
  const meant = [...NAMES.map(toAttribute), "data-target-…"].find((one) => one.startsWith(plain.slice(0, 9)));
  return meant ? explainUnknown(name, meant) : undefined;
};

/** Replaces non-ASCII characters by hyphens, because several look like a plain hyphen. */
const toPlain = (name: string): string => name.replace(/[^ -~]+/g, "-");

/**
 * Explains an attribute that the tag does not have. `where`: the start tag of the element, if the context does not show
 * it.
 */
export const explainUnknown = (name: string, meant: string, where?: string): Words =>
  texts.unknown(name, name === toPlain(name) ? meant : texts.plainly(meant), where);

/** Explains a value that is probably a mistake, whether the tag accepts it or not. */
const explainValue = (known: keyof Settings | undefined, name: string, value: string): Words | undefined => {
  if (!known && !name.startsWith("data-target-")) return undefined;
  if (UNFILLED.test(value)) return texts.unfilled(name, value);
  // Addresses and free text may contain any letter; labels, which screen readers speak, may contain any character.
  const isFree = !known || FREE.test(known);
  const [untyped] = (known !== "label" && value.trim().match(isFree ? UNTYPED : /[^ -~]/u)) || [];
  return untyped ? texts.untyped(name, value, nameCharacter(untyped)) : undefined;
};

/** `×` → `× (U+00D7)`. */
const nameCharacter = (character: string): string => {
  const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0");
  return `${/[\p{C}\p{Z}]/u.test(character) ? texts.invisible : character} (U+${code})`;
};
