/** The page's values: the script's attributes, and what the page's code set over them. */
import { store, type Values } from "./attributes.ts";
import { encode } from "./text.ts";
import type { PageValues } from "./types.ts";

let fromScript: Values;
const fromCode: Values = Object.create(null);

/** What holds for every slot that has no value of its own. */
export let settings: Values;

/** Takes the script's values. */
export const setDefaults = (values: Values): void => {
  fromScript = values;
  setValues({});
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
      for (const key of Object.keys(Object(value))) store(fromCode, `target-${key}`, value[key]);
    else if (name === "gdpr") {
      store(fromCode, name, value?.gdpr);
      store(fromCode, "consent", value?.consent);
    } else store(fromCode, name.replace("I", "-i"), name === "buyeruids" ? toJson(value) : value);
  settings = Object.assign(Object.create(null), fromScript, fromCode);
};
