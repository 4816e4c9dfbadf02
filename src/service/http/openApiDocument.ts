/** The OpenAPI document: an operation for each route of the interfaces. */

import { SESSION_COOKIE, SESSION_HEADER } from "../interface/identifyCaller.ts";
import { REFUSAL, VALIDATION_FAILURE } from "../openapi/answerSchemas.ts";
import { refer, type Schema } from "../openapi/openApiSchemas.ts";
import { type Answer, type DocumentedRoute, IDEMPOTENCY_KEY, json } from "../openapi/routeEntry.ts";
import { mapValues } from "../values/object.ts";
import { DOCUMENTED_ROUTES } from "./routes.ts";

export function createOpenApi(version: string) {
  const schemas: Record<string, Schema> = {};
  const paths = refer(createPaths(), schemas);
  const responses = refer(createRefusals(), schemas);
  return {
    openapi: "3.1.0",
    info: {
      title: "Ad placement, statistics and management",
      version,
      description:
        "Ads for the zones of a page in one request, and reports on what was shown and clicked. Login, statistics and collections have older names, without a version, below /v1, and with advertiser and publisher in place of a and p; answers to them have the headers Deprecation and Link.",
    },
    servers: [{ url: "/" }],
    paths,
    components: {
      schemas,
      responses,
      headers: {
        "X-Rate-Limit-Limit": header("Requests per minute of the limit that is nearest to blocking."),
        "X-Rate-Limit-Remaining": header("Requests that pass now."),
        "X-Rate-Limit-Reset": header("Whole seconds until one more passes."),
      },
      securitySchemes: {
        token: {
          type: "http",
          scheme: "bearer",
          description: "Token from /v2/login, or an API token of the account.",
        },
        session: {
          type: "apiKey",
          in: "cookie",
          name: SESSION_COOKIE,
          description: `Cookie of POST /v2/session, for pages of this service. Ignored if the request has an Authorization header, or an ${SESSION_HEADER} header with the id of another session.`,
        },
      },
    },
  };
}

function header(description: string): object {
  return { description, schema: { type: "integer" } };
}

// ── Paths ───────────────────────────────────────────────────────────────────────────────────────────────────────────

function createPaths(): Record<string, Schema> {
  const paths: Record<string, Schema> = {};
  for (const [tag, routes] of Object.entries(DOCUMENTED_ROUTES)) {
    for (const [name, route] of Object.entries(routes)) {
      const [method = "", path = ""] = name.split(" ");
      const parameters = listPathParameters(path, route);
      const item = paths[formatPath(path)] ?? (parameters.length > 0 ? { parameters } : {});
      paths[formatPath(path)] = item;
      item[method.toLowerCase()] = { tags: [tag], ...describeOperation(route, path) };
    }
  }
  return paths;
}

/** `/v2/sites/:id` → `/v2/sites/{id}` */
function formatPath(path: string): string {
  return path.replaceAll(/:(\w+)/g, "{$1}");
}

function listPathParameters(path: string, route: DocumentedRoute): object[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => {
    const schema = route.path?.[name] ?? { type: "integer", minimum: 1 };
    return { name, in: "path", required: true, schema };
  });
}

function describeOperation(route: DocumentedRoute, path: string): object {
  const { access, id, summary, description, parameters, body, answers } = route;
  const isSignedIn = access !== "public" && access !== "login";
  const isTracking = body === undefined && access === "public" && !path.startsWith("/v2/");
  const refusals = isTracking ? {} : listRefusals(route, path, isSignedIn);
  const headers = isTracking ? {} : RATE;
  return {
    operationId: id,
    summary,
    ...(description && { description }),
    security: isSignedIn ? [{ token: [] }, { session: [] }] : [],
    ...(parameters && { parameters }),
    ...(body && { requestBody: { required: true, content: body } }),
    responses: {
      ...refusals,
      ...mapValues(answers, (answer) => ({ ...answer, headers: { ...headers, ...answer.headers } })),
    },
  };
}

const RATE = Object.fromEntries(
  ["Limit", "Remaining", "Reset"].map((name) => [
    `X-Rate-Limit-${name}`,
    { $ref: `#/components/headers/X-Rate-Limit-${name}` },
  ]),
);

const REFUSALS = {
  400: "Problems of the request; at most 20 are listed.",
  401: "The token is missing, expired or invalid.",
  403: "The account has no right to do this.",
  404: "There is nothing at this address.",
  405: "The address does not accept this method; Allow lists those that it accepts.",
  406: "This service cannot answer in that format.",
  408: "The body did not arrive completely.",
  409: "The entry has changed meanwhile, or the catalogue cannot be changed.",
  413: "The body is too large.",
  415: "The body is compressed, or not declared as JSON.",
  428: "The header If-Match is missing, or names no version where one is needed.",
  429: "A rate limit was reached; Retry-After has the seconds to wait.",
  500: "An internal error; it is logged.",
  503: "The service is overloaded, stopping, or cannot reach its database; Retry-After has the seconds to wait.",
};

function listRefusals(route: DocumentedRoute, path: string, isSignedIn: boolean) {
  const { body, parameters = [], changesCatalogue, refusals = [] } = route;
  const isVersioned = parameters.some(({ name }) => name === "If-Match");
  // Any text is a version, and any value of a flag except 1 is 0.
  const isChecked = parameters.some(({ name, schema }) => name !== "If-Match" && !("enum" in schema));
  const statuses = [
    ...(body || isChecked ? [400] : []),
    ...(body ? [413, 415] : []),
    ...(isSignedIn ? [401, 403] : []),
    ...(path.includes(":") ? [404] : []),
    ...(changesCatalogue || parameters.includes(IDEMPOTENCY_KEY) ? [409] : []),
    ...(isVersioned ? [428] : []),
    ...refusals,
    429,
    503,
  ];
  return Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/Refusal${status}` }]),
  );
}

/** Creates a response for each status of `REFUSALS`. */
function createRefusals(): Record<string, Answer> {
  const entries = Object.entries(REFUSALS).map(([status, description]) => {
    const schema = status === "400" ? VALIDATION_FAILURE : REFUSAL;
    return [`Refusal${status}`, { description, headers: RATE, content: json(schema) }];
  });
  return Object.fromEntries(entries);
}
