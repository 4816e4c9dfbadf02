/** Changed fields of an object: how the change log stores a change, applies it and takes it back. */
import { isDeepStrictEqual } from "node:util";
import { isObject } from "../values/object.ts";

export type Fields = Readonly<Record<string, unknown>>;

/**
 * Values of the changed fields. A field that is absent on one side was added or removed. A field that is an object on
 * both sides has its changed fields only.
 */
export interface FieldChange {
  before: Fields;
  after: Fields;
}

/** Finds the fields that differ. Fields with the value undefined are absent, as in JSON. */
export function compareFields(before: Fields, after: Fields): FieldChange {
  const removed: [string, unknown][] = [];
  const added: [string, unknown][] = [];
  for (const [field, old, fresh] of pairFields(before, after)) {
    if (isDeepStrictEqual(old, fresh)) continue;
    const values =
      isObject(old) && isObject(fresh) ? compareFields(old, fresh) : { before: old, after: fresh };
    if (values.before !== undefined) removed.push([field, values.before]);
    if (values.after !== undefined) added.push([field, values.after]);
  }
  return { before: Object.fromEntries(removed), after: Object.fromEntries(added) };
}

/**
 * Returns the object with the fields of `after` instead of those of `before`; undefined when it does not have the values
 * of `before`.
 */
export function replaceFields(current: Fields, { before, after }: FieldChange): Fields | undefined {
  const fields = new Map(Object.entries(current));
  for (const [field, old, fresh] of pairFields(before, after)) {
    const value = fields.get(field);
    if (isObject(value) && isObject(old) && isObject(fresh)) {
      const replaced = replaceFields(value, { before: old, after: fresh });
      if (!replaced) return undefined;
      fields.set(field, replaced);
    } else if (!isSameJson(value, old)) return undefined;
    else if (fresh === undefined) fields.delete(field);
    else fields.set(field, fresh);
  }
  return Object.fromEntries(fields);
}

/** Pairs the values of two objects by their fields; keys such as `__proto__` are ordinary fields. */
function pairFields(before: Fields, after: Fields): [field: string, before: unknown, after: unknown][] {
  const [old, fresh] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return Array.from(new Set([...old.keys(), ...fresh.keys()]), (field) => [
    field,
    old.get(field),
    fresh.get(field),
  ]);
}

/** Compares values in memory with stored ones: JSON knows neither undefined nor -0. */
function isSameJson(a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(toJson(a), toJson(b));
}

function toJson(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}
