/** Returns a plain copy of all values, both own values and those inherited from defaults. */
export function flatten(values: object): Record<string, string> {
  const all: Record<string, string> = {};
  for (const name in values) all[name] = values[name as keyof object];
  return all;
}

/** TC strings with all purposes and with none. */
export const AGREED = "CQZCrAAQZCrAAAKABBENBkEgAP_AAAAAAAYgAEP8AAAAAAAA";
export const REFUSED = "CQZCrAAQZCrAAAKABBENBkEgAAAAAAAAAAYgAEAAAAAAAAAA";
