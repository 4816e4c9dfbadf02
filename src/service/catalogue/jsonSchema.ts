/** The catalogue's form as a JSON Schema, for editors. That ids lead somewhere, and the like, `check` says alone. */
import { toJsonSchema } from "@valibot/to-json-schema";
import { catalogueSchema } from "./catalogue.ts";

export function createCatalogueJsonSchema(): object {
  const { $schema, ...schema } = toJsonSchema(catalogueSchema, {
    target: "draft-07",
    // Checks by functions have no counterpart.
    errorMode: "ignore",
  });
  return { $schema, title: "Catalogue of the ad service zonetag", ...schema };
}
