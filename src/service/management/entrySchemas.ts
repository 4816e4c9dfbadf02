/** Schemas of the catalogue's entries in the OpenAPI document: as returned, created and changed. */
import type * as v from "valibot";
import { OWN_ACCOUNT_FIELDS, RIGHTS, type Rights, type RightsByKind } from "../../protocol/management.ts";
import { catalogueSchema } from "../catalogue/catalogue.ts";
import {
  array,
  COUNT,
  Component,
  convert,
  describeDefaults,
  object,
  type Schema,
  TEXT,
  toPatch,
} from "../openapi/openApiSchemas.ts";
import { mapValues } from "../values/object.ts";

const { accounts, sites, zones, campaigns } = catalogueSchema.entries;

/** Schema and component name of each kind of entry. */
const ENTRIES = {
  accounts: { name: "ManagedAccount", schema: accounts.item },
  sites: { name: "Site", schema: sites.item },
  zones: { name: "Zone", schema: zones.item },
  campaigns: { name: "Campaign", schema: campaigns.item },
  creatives: { name: "Creative", schema: campaigns.item.entries.variations.pipe[0].item },
} as const satisfies Record<keyof typeof RIGHTS, { name: string; schema: v.GenericSchema }>;

/** Names the schema of an entry, such as `Site`. */
export function nameEntry(kind: keyof typeof RIGHTS): Component {
  const { name, schema } = ENTRIES[kind];
  return new Component(name, () => describeAnswer(schema));
}

/** Names the schema of a request that creates an entry, such as `SiteCreation`. */
export function nameCreation(kind: keyof typeof RIGHTS): Component {
  const { name, schema } = ENTRIES[kind];
  const describe = () => describeDefaults(selectSettable(schema, RIGHTS[kind], "create"));
  return new Component(`${name}Creation`, describe);
}

/** Names the schema of a request that changes an entry, such as `SiteChange`. */
export function nameChange(kind: keyof typeof RIGHTS): Component {
  const { name, schema } = ENTRIES[kind];
  const describe = () => toChange(selectSettable(schema, RIGHTS[kind], "change").properties);
  return new Component(`${name}Change`, describe);
}

/** Change of the caller's own account. */
export const OWN_ACCOUNT_CHANGE = new Component("OwnAccountChange", () => {
  const { properties } = convert(accounts.item, "input");
  return toChange(Object.fromEntries(OWN_ACCOUNT_FIELDS.map((field) => [field, properties[field]])));
});

const NAMED = object({ id: COUNT, name: TEXT });
/** A waiting creative, with its campaign and account. */
export const APPROVAL = new Component("Approval", () =>
  object({ account: NAMED, campaign: NAMED, creative: nameEntry("creatives") }),
);

function toChange(properties: Record<string, Schema>): Schema {
  return object(mapValues(properties, toPatch), []);
}

/** Describes an entry with its version; the people and API tokens of an account are not part of it. */
function describeAnswer(schema: v.GenericSchema): Schema {
  const { properties, required, ...converted } = convert(schema, "output");
  const { username: _username, password: _password, apiTokens: _apiTokens, ...shown } = properties;
  const all = { ...shown, version: TEXT };
  const kept = required.filter((field: string) => field in shown);
  return { ...converted, properties: all, required: [...kept, "version"] };
}

/** Selects the fields that at least one kind of account may set. A network also sets the owner. */
function selectSettable(schema: v.GenericSchema, rights: RightsByKind, right: keyof Rights): Schema {
  const { properties, required } = convert(schema, "input");
  const settable = new Set(Object.values(rights).flatMap((granted) => granted[right] ?? []));
  const selected = Object.entries<Schema>(properties).filter(([field]) => settable.has(field));
  const isNeeded = (field: string) => settable.has(field) && field !== "account";
  // A new campaign's creatives have no ids.
  if (settable.has("variations"))
    selected.push(["variations", { ...array(nameCreation("creatives")), minItems: 1 }]);
  return object(Object.fromEntries(selected), required.filter(isNeeded));
}
