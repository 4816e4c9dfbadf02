import { createOpenApi } from "../../../src/service/http/openApiDocument.ts";

const { paths } = createOpenApi("0.2.0");

/** Lists the statuses that the OpenAPI document has for a route, such as `GET /v2/sites/:id`. */
export function listStatuses(route: string): number[] {
  const [method = "", path = ""] = route.split(" ");
  const { responses } = paths[path.replaceAll(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()] ?? {};
  return Object.keys(responses ?? {}).map(Number);
}
