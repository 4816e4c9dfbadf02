/** JSON Schemas for the OpenAPI document. */
import { toJsonSchema } from "@valibot/to-json-schema";
import type * as v from "valibot";
import { mapValues } from "../values/object.ts";

// biome-ignore lint/suspicious/noExplicitAny: a JSON Schema is any object.
export type Schema = Record<string, any>;

export const TEXT: Schema = { type: "string" };
export const COUNT: Schema = { type: "integer", minimum: 0 };
export const NULL: Schema = { type: "null" };

/** Schema that the document describes once, under a name, and refers to elsewhere. */
export class Component {
  readonly name: string;
  readonly describe: () => Schema;

  constructor(name: string, describe: () => Schema) {
    this.name = name;
    this.describe = describe;
  }
}

/** Replaces the components in a part of the document by references, and adds their schemas to `schemas`. */
export function refer(part: Schema, schemas: Record<string, Schema>): Schema {
  if (Array.isArray(part)) return part.map((item) => refer(item, schemas));
  if (typeof part !== "object" || part === null) return part;
  if (!(part instanceof Component)) return mapValues(part, (value: Schema) => refer(value, schemas));
  const { name, describe } = part;
  if (!Object.hasOwn(schemas, name)) {
    schemas[name] = {};
    schemas[name] = refer(describe(), schemas);
  }
  return { $ref: `#/components/schemas/${name}` };
}

export function array(items: Schema): Schema {
  return { type: "array", items };
}

/** Describes an object with exactly these properties; all are required unless `required` lists fewer. */
export function object(
  properties: Record<string, Schema>,
  required: readonly string[] = Object.keys(properties),
): Schema {
  return { type: "object", properties, required, additionalProperties: false };
}

/**
 * Converts the schema of a request (`input`) or response (`output`). Checks by functions have no counterpart in JSON
 * Schema.
 */
export function convert(schema: v.GenericSchema, typeMode: "input" | "output"): Schema {
  const { $schema: _, ...converted }: Schema = toJsonSchema(schema, {
    errorMode: "ignore",
    typeMode,
    target: "draft-2020-12",
  });
  return converted;
}

/** Converts the schema of a request's body or parameters. */
export function convertRequest(schema: v.GenericSchema): Schema {
  return describeDefaults(convert(schema, "input"));
}

/**
 * Moves default values to the descriptions. Generated types require a field with `default`, because most generators
 * read the schemas of requests as those of answers.
 */
export function describeDefaults(described: Schema): Schema {
  if (described instanceof Component) return described;
  const { default: value, ...schema } = described;
  const { description, properties, items, anyOf } = schema;
  const isEmpty = value === undefined || (typeof value === "object" && Object.keys(value ?? {}).length === 0);
  const sentences = [description, isEmpty ? "" : `Default: ${JSON.stringify(value)}.`].filter(Boolean);
  return {
    ...schema,
    ...(sentences.length > 0 && { description: sentences.join(" ") }),
    ...(properties && { properties: mapValues(properties, describeDefaults) }),
    ...(items && { items: describeDefaults(items) }),
    ...(anyOf && { anyOf: anyOf.map(describeDefaults) }),
  };
}

/**
 * Converts a schema to that of a merge patch: every part is optional, and null removes it.
 * https://www.rfc-editor.org/rfc/rfc7396
 */
export function toPatch(schema: Schema): Schema {
  const variants: Schema[] = schema.anyOf ?? schema.oneOf ?? [schema];
  return { anyOf: [...variants.map(toPart), NULL] };
}

/** Removes required properties and default values from a schema and its parts. */
function toPart({ required: _, default: _default, ...schema }: Schema): Schema {
  const { properties, additionalProperties } = schema;
  if (schema.type !== "object") return schema;
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries<Schema>(properties).map(([name, property]) => [name, toPatch(property)]),
      ),
    }),
    ...(typeof additionalProperties === "object" && { additionalProperties: toPatch(additionalProperties) }),
  };
}
