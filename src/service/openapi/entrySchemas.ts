/** Schemas of the catalogue's entries in the OpenAPI document: as returned, created and changed. */
import type * as v from "valibot";
import { OWN_ACCOUNT_FIELDS, RIGHTS, type Rights, type RightsByKind } from "../../protocol/management.ts";
import { catalogueSchema } from "../catalogue/catalogue.ts";
import {
  array,
  COUNT,
  convert,
  describeDefaults,
  object,
  ref,
  type Schema,
  TEXT,
  toPatch,
} from "./openApiSchemas.ts";

const { accounts, sites, zones, campaigns } = catalogueSchema.entries;

/** Schema and component name of each kind of entry. */
export const ENTRIES = {
  accounts: { name: "ManagedAccount", schema: accounts.item },
  sites: { name: "Site", schema: sites.item },
  zones: { name: "Zone", schema: zones.item },
  campaigns: { name: "Campaign", schema: campaigns.item },
  creatives: { name: "Creative", schema: campaigns.item.entries.variations.pipe[0].item },
} as const satisfies Record<keyof typeof RIGHTS, { name: string; schema: v.GenericSchema }>;

/** Describes `Site`, `SiteCreation` and `SiteChange` of a kind of entry. */
export function describeEntry(kind: keyof typeof RIGHTS): Record<string, Schema> {
  const { name, schema } = ENTRIES[kind];
  const changes = Object.entries(selectSettable(schema, RIGHTS[kind], "change").properties);
  return {
    [name]: describeAnswer(schema),
    [`${name}Creation`]: describeDefaults(selectSettable(schema, RIGHTS[kind], "create")),
    [`${name}Change`]: object(
      Object.fromEntries(changes.map(([field, part]) => [field, toPatch(part as Schema)])),
      [],
    ),
  };
}

/** Describes a change of the caller's own account. */
export function describeOwnAccountChange(): Schema {
  const { properties } = convert(accounts.item, "input");
  return object(
    Object.fromEntries(OWN_ACCOUNT_FIELDS.map((field) => [field, toPatch(properties[field])])),
    [],
  );
}

/** Describes a waiting creative, with its campaign and account. */
export function describeApproval(): Schema {
  const named = object({ id: COUNT, name: TEXT });
  return object({ account: named, campaign: named, creative: ref("Creative") });
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
  return object({ ...Object.fromEntries(selected), ...describeSent(settable) }, required.filter(isNeeded));
}

/** Describes fields whose form in requests differs from that in the catalogue. */
function describeSent(settable: ReadonlySet<string>): Record<string, Schema> {
  return {
    ...(settable.has("variations") && {
      variations: { ...array(ref("CreativeCreation")), minItems: 1 },
    }),
  };
}
