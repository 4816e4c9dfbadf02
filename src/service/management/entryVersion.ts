/** Versions of entries. Each change names the version that its sender saw, so that no change overwrites another. */
import { createHash } from "node:crypto";
import type { Entry } from "../catalogue/document.ts";
import { FIELDS } from "../catalogue/schema.ts";
import { ChangeRefused } from "./refusal.ts";

const VERSION_LENGTH = 16;
const NAME_LENGTH = 3;
const VALUE_LENGTH = 3;
const FIELD = new RegExp(`(.{${NAME_LENGTH}})(.{${VALUE_LENGTH}})`, "g");

/**
 * Computes a version from the content. It has a part for each field, so that a conflict can name the fields that
 * differ.
 */
export function computeVersion(entry: Entry): string {
  const fields = Object.entries(entry).map(
    ([field, value]) => `${digest(field, NAME_LENGTH)}${digest([value], VALUE_LENGTH)}`,
  );
  return `${digest(entry, VERSION_LENGTH)}${fields.join("")}`;
}

function digest(value: unknown, length: number): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, length);
}

/**
 * Lists the fields that differ from the version, including missing and additional ones; undefined for a version of
 * another entry.
 */
function listChangedFields(version: string, entry: Entry): string[] | undefined {
  const parts = version.slice(VERSION_LENGTH).matchAll(FIELD);
  const known = new Map(Array.from(parts, ([, name = "", value = ""]) => [name, value]));
  const isChanged = (field: string) => {
    const value = field in entry ? digest([entry[field]], VALUE_LENGTH) : undefined;
    return known.get(digest(field, NAME_LENGTH)) !== value;
  };
  if (isChanged("id")) return undefined;
  return [...new Set([...Object.keys(entry), ...FIELDS])].filter(isChanged);
}

export function requireVersion(version: string | undefined, entry: Entry): void {
  if (version === undefined) throw new ChangeRefused(428, { code: "version-missing" });
  if (version === "*" || version === computeVersion(entry)) return;
  throw new ChangeRefused(409, { code: "entry-changed" }, undefined, {
    fields: listChangedFields(version, entry),
  });
}

/** Requires a specific version for a decision; `*` is refused. */
export function requireSeenVersion(version: string | undefined, entry: Entry): void {
  requireVersion(version === "*" ? undefined : version, entry);
}
