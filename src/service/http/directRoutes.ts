/** Routes that `server.ts` serves without the router and the gate, so they must be public. */
import { TEXT } from "../openapi/openApiSchemas.ts";
import { AD_REQUEST, AD_RESPONSE, PLACEMENT_EXAMPLES } from "../openapi/placementSchemas.ts";
import * as route from "../openapi/routeEntry.ts";
import { mapValues } from "../values/object.ts";

const DASHBOARD = {
  description: "Address of the service's dashboard, for the console of the tag.",
  schema: { ...TEXT, format: "uri" },
};

const OUTCOME = {
  description: "Outcome of the fetch; only `counted` and `unpaid` are in `impressions` and `clicks`.",
  schema: {
    enum: [
      "counted",
      "repeated",
      "unpaid",
      "invalid",
      "limited",
      "robot",
      "ignored",
      "expired",
      "forged",
      "lost",
    ],
  },
};

function describeOutcomes(descriptions: Readonly<Record<number, string>>): Record<number, route.Answer> {
  return mapValues(descriptions, (description) => ({ description, headers: { "X-Event": OUTCOME } }));
}

const BODY = { schema: AD_REQUEST, examples: route.listExamples(PLACEMENT_EXAMPLES) };

const IMPRESSION = {
  ...route.PUBLIC,
  summary: "Counts an impression, once.",
  path: { token: TEXT },
  answers: describeOutcomes({
    200: "A pixel.",
    403: "The address is forged.",
    410: "A pixel; the address has expired.",
    503: "A pixel; the impression could not be stored.",
  }),
} as const;

export const DIRECT_ROUTES = {
  "POST /v1/placement": {
    ...route.PUBLIC,
    id: "placement",
    summary: "Ads for the zones of a page.",
    description:
      "Browsers send text/plain, so that they need no preflight request. With `gdpr.gdpr` 1 and no consent, or the " +
      "header `Sec-GPC: 1`, nothing about the visitor but the country is used or stored.",
    body: { "text/plain": BODY, "application/json": BODY },
    answers: { 200: { ...route.success(AD_RESPONSE), headers: { "X-Zonetag-Dashboard": DASHBOARD } } },
    refusals: [405, 500],
  },
  "GET /i/:token": { ...IMPRESSION, id: "impression" },
  "POST /i/:token": { ...IMPRESSION, id: "impressionBeacon" },
  "GET /c/:token": {
    ...route.PUBLIC,
    id: "click",
    summary: "Counts a click, once, and redirects.",
    path: { token: TEXT },
    answers: describeOutcomes({
      302: "Redirects to the landing page with its macros filled, even if the click is not counted.",
      403: "The address is forged.",
      409: "Prefetched by the browser, which requests it again when the user clicks.",
      410: "No such ad.",
    }),
  },
} as const satisfies route.DocumentedRoutes<{ access: "public" }>;
