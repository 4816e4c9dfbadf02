/** The catalogue's form as a JSON Schema, for editors. That ids lead somewhere, and the like, `check` says alone. */
import { toJsonSchema } from "@valibot/to-json-schema";
import { catalogueSchema } from "./catalogue.ts";

export function createCatalogueJsonSchema(): object {
  const schema = toJsonSchema(catalogueSchema, {
    target: "draft-07",
    typeMode: "input",
    // Checks by functions have no counterpart.
    errorMode: "ignore",
  });
  const draft = "http://json-schema.org/draft-07/schema#";
  return { $schema: draft, title: "Catalogue of the ad service zonetag", ...schema };
}
