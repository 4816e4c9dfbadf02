/** JSON Schema of the catalogue, for editors. Only `check` validates references between entries. */
import { toJsonSchema } from "@valibot/to-json-schema";
import { catalogueSchema } from "./catalogue.ts";
import { FIELD_DESCRIPTIONS } from "./fieldDescriptions.ts";

/** The keywords of a JSON Schema that this file reads. */
interface FieldSchema {
  description?: string;
  default?: unknown;
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, FieldSchema>;
  required?: string[];
  items?: FieldSchema;
  oneOf?: FieldSchema[];
}

export interface Field {
  /** Path from the root, without list indices: `campaigns.budget.daily`. */
  path: string;
  schema: FieldSchema;
  isRequired: boolean;
}

export function createCatalogueJsonSchema(): FieldSchema {
  const { $schema, ...schema } = toJsonSchema(catalogueSchema, {
    target: "draft-07",
    // Validation functions have no counterpart in JSON Schema.
    errorMode: "ignore",
    overrideSchema: ({ valibotSchema, jsonSchema }) =>
      "most" in valibotSchema ? { ...jsonSchema, maxItems: Number(valibotSchema.most) } : undefined,
  });
  describe(listFields(schema as FieldSchema));
  return { $schema, title: "Catalogue of the ad service zonetag", ...schema } as FieldSchema;
}

/** Lists all fields, parents before their children. A field of several alternatives is listed for each. */
export function listFields(schema: FieldSchema, parent = ""): Field[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, child]): Field[] => {
    const path = parent + name;
    const field = { path, schema: child, isRequired: schema.required?.includes(name) ?? false };
    return [field, ...listFields(child, `${path}.`)];
  });
  const inner = [...(schema.items ? [schema.items] : []), ...(schema.oneOf ?? [])];
  return [...own, ...inner.flatMap((each) => listFields(each, parent))];
}

/**
 * Adds the descriptions to the fields. Throws when a field lacks a description, or a description belongs to no field.
 */
function describe(fields: readonly Field[]): void {
  for (const { path, schema } of fields) {
    const description = FIELD_DESCRIPTIONS[path];
    if (description === undefined) throw new Error(`The catalogue's field ${path} has no description.`);
    schema.description = description;
  }
  const known = new Set(fields.map(({ path }) => path));
  const unused = Object.keys(FIELD_DESCRIPTIONS).filter((path) => !known.has(path));
  if (unused.length > 0) throw new Error(`These descriptions are of no field: ${unused.join(", ")}.`);
}
