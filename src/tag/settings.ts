/** The page's values: the script's attributes, and what the page's code set over them. */
import type { Values } from "./attributes.ts";
import { reportOnce } from "./record.ts";
import { encode } from "./text.ts";
import type { PageValues } from "./types.ts";

let fromScript: Values;
const fromCode: Record<string, string> = Object.create(null);

/** What holds for every slot that has no value of its own. */
export let settings: Values;

/** Takes the script's values. */
export const setDefaults = (values: Values): void => {
  fromScript = values;
  setValues({});
};

/** Takes a value as text: a string, a number, a boolean or a list of them. None takes an earlier one back. */
const setText = (name: string, value: unknown): void => {
  const parts = [value].flat();
  delete fromCode[name];
  if (value == null) return;
  if (parts.every((part) => /^(str|num|boo)/.test(typeof part))) fromCode[name] = parts.join();
  else reportOnce(`${name}: expected text`);
};

const toJson = (value: unknown): unknown => {
  try {
    return value && encode(value);
  } catch {
    return value;
  }
};

/** Takes values from code; one that is taken back is the script's again. */
export const setValues = (values: PageValues): void => {
  for (const [name, value] of Object.entries(values))
    if (name === "targeting")
      for (const [key, text] of Object.entries(Object(value))) setText(`target-${key}`, text);
    else if (name === "gdpr") {
      setText(name, value?.gdpr);
      setText("consent", value?.consent);
    } else setText(name.replace("I", "-i"), name === "buyeruids" ? toJson(value) : value);
  settings = Object.assign(Object.create(null), fromScript, fromCode);
};
