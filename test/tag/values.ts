/** All values with the names that lead to them: own ones and those inherited from defaults. */
export function flatten(values: object): Record<string, string> {
  const all: Record<string, string> = {};
  for (const name in values) all[name] = values[name as keyof object];
  return all;
}
