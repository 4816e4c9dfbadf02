/** Names that tell entries apart: `Masthead · Longshore` where several entries are called Masthead. Pure. */

export interface NamedObject {
  id: number | string;
  name: string;
  /** Name of the site, publisher, campaign or advertiser that the entry belongs to, if it is known. */
  parent?: string | undefined;
}

/**
 * Adds the parent to names that several entries have, unless it is shown beside them, and the id where the parents are
 * the same, too.
 */
export function createNaming(
  entries: Iterable<NamedObject>,
  isParentShown = false,
): (entry: NamedObject) => string {
  const owners = new Map<string, Set<string>>();
  const note = (name: string, id: number | string) => {
    const ids = owners.get(name) ?? new Set();
    owners.set(name, ids.add(String(id)));
  };
  const isRepeated = (name: string) => (owners.get(name)?.size ?? 0) > 1;
  // An object has one row for each country or day in a report: objects are counted, not rows.
  for (const entry of entries) {
    note(entry.name, entry.id);
    if (entry.parent) note(join(entry), entry.id);
  }
  return (entry) => {
    if (!isRepeated(entry.name)) return entry.name;
    const whole = join(entry);
    const name = isParentShown ? entry.name : whole;
    return isRepeated(whole) ? `${name} #${entry.id}` : name;
  };
}

function join({ name, parent }: NamedObject): string {
  return parent ? `${name} · ${parent}` : name;
}
