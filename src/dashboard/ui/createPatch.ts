/** Merge patch between two versions of an entry. https://www.rfc-editor.org/rfc/rfc7396 Pure. */

/** Null removes a field, and lists are replaced as a whole. `P`: body of the request. */
export function createPatch<P extends object>(before: object, after: object): P {
  const old = new Map<string, unknown>(Object.entries(before));
  const fresh = new Map<string, unknown>(Object.entries(after));
  const patch = [...new Set([...old.keys(), ...fresh.keys()])].flatMap((name) => {
    const [from, to] = [old.get(name), fresh.get(name)];
    if (!isMap(from) || !isMap(to)) return isSame(from, to) ? [] : [[name, to ?? null] as const];
    const inner = createPatch(from, to);
    return isSame(inner, {}) ? [] : [[name, inner] as const];
  });
  return Object.fromEntries(patch) as object as P;
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function isMap(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
