/** The OpenAPI document of the service. */
import { lazy } from "../values/lazy.ts";
import { managementPaths, managementSchemas } from "./management.ts";
import { placementPaths, placementSchemas } from "./placement.ts";
import { sharePaths, shareSchemas } from "./shares.ts";
import { statisticsPaths, statisticsSchemas } from "./statistics.ts";

export const openApi = lazy(() => ({
  openapi: "3.1.0",
  info: {
    title: "Ad placement, statistics and management",
    version: "2",
    description: "Ads for the zones of a page in one request, and what became of them as reports.",
  },
  servers: [{ url: "/" }],
  paths: { ...placementPaths(), ...statisticsPaths(), ...sharePaths(), ...managementPaths() },
  components: {
    schemas: { ...placementSchemas(), ...statisticsSchemas(), ...shareSchemas(), ...managementSchemas() },
    headers: {
      "X-Rate-Limit-Limit": header("Requests in a minute, of the limit that is nearest to blocking."),
      "X-Rate-Limit-Remaining": header("How many more pass now."),
      "X-Rate-Limit-Reset": header("Whole seconds until one more passes."),
    },
    securitySchemes: { token: { type: "http", scheme: "bearer", description: "The token of /v2/login." } },
  },
}));

function header(description: string): object {
  return { description, schema: { type: "integer" } };
}
