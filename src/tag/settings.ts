/** Page-level values: the script's attributes, and values set from code, which take precedence. */
import { setValue } from "./attributes.ts";
import { attempt, create, entries } from "./globals.ts";
import { describe, encode } from "./text.ts";
import type { PageValues, Values } from "./types.ts";

/** Defaults of all slots. Values set from code are own properties, those of the script are inherited. */
export let settings: Values = {};

/** Replaces the script's values. */
export const setDefaults = (values: Values): void => {
  settings = create(values);
};

const isObject = (value: unknown): boolean => Object(value) === value;

/** Sets a value as text: from a string, a number, a boolean or a list of them. Null restores the script's value. */
const setText = (name: string, value: unknown): void => {
  const values: Record<string, string | undefined> = settings;
  const list: unknown[] = [];
  const parts = list.concat(value);
  delete values[name];
  if (value == null) return;
  setValue(values, name, parts.some(isObject) ? value : parts.join());
};

const toJson = (value: unknown): unknown => attempt(() => value && encode(value)) ?? value;

/** Sets values from code; null restores the script's. */
export const setValues = (values: PageValues | null | undefined): void => {
  for (const [name, value] of entries(values ?? {}))
    if (name === "targeting") for (const [key, text] of entries(value ?? {})) setText(`target-${key}`, text);
    else if (name === "gdpr") {
      // A bare 0 or 1 is the flag alone.
      setText(name, isObject(value) ? value.gdpr : value);
      // What is no text is no consent, either, instead of the script's.
      setText("consent", value?.consent && describe(value.consent));
    } else setText(name, name === "buyeruids" ? toJson(value) : value);
};
