/** What somebody types among chips, read as keys. Pure. */

export interface Option {
  key: string;
  label: string;
}

/** The keys that a text stands for: of an option by its whole name; without options, each part between commas. */
export function readKeys(text: string, options: readonly Option[] | undefined): string[] {
  return text.split(options ? "\n" : ",").flatMap((part) => findKey(part, options) ?? []);
}

/** Whether what is typed so far becomes chips without another key. */
export function isWhole(text: string, options: readonly Option[] | undefined): boolean {
  return options ? findKey(text, options) !== undefined : text.includes(",");
}

function findKey(text: string, options: readonly Option[] | undefined): string | undefined {
  const name = text.trim();
  if (!options) return name || undefined;
  return options.find(({ label }) => label.toLowerCase() === name.toLowerCase())?.key;
}
