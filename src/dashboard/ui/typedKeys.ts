/** Parses text typed among chips. Pure. */

export interface Option {
  key: string;
  label: string;
}

/** Returns the keys of a text: of an option by its complete name; without options, of each part between commas. */
export function readKeys(text: string, options: readonly Option[] | undefined): string[] {
  return text.split(options ? "\n" : ",").flatMap((part) => findKey(part, options) ?? []);
}

/** Whether the typed text becomes chips without another key. */
export function isWhole(text: string, options: readonly Option[] | undefined): boolean {
  return options ? findKey(text, options) !== undefined : text.includes(",");
}

function findKey(text: string, options: readonly Option[] | undefined): string | undefined {
  const name = text.trim();
  if (!options) return name || undefined;
  return options.find(({ label }) => label.toLowerCase() === name.toLowerCase())?.key;
}
