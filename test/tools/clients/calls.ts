/** Calls the service with a client whose types are generated from the OpenAPI document, and prints the results. */
import createClient from "openapi-fetch";
import type { paths } from "./service.d.ts";

const client = createClient<paths>({ baseUrl: process.env.BASE_URL ?? "" });
const login = await client.POST("/v2/login", { body: { api_token: process.env.API_TOKEN ?? "" } });
if (!login.data) throw new Error(JSON.stringify(login.error));
client.use({
  onRequest: ({ request }) => {
    request.headers.set("Authorization", `Bearer ${login.data.token}`);
  },
});

const report = await client.POST("/v2/statistics/p/{segment}", {
  params: { path: { segment: "zone" } },
  body: {
    filter: { date_from: "2026-11-01", country_iso: ["DEU"] },
    metrics: { impressions: { min: 1 } },
    order_by: [{ field: "clicks", order: "desc" }],
    projection: { base: ["impressions", "clicks"] },
    totals: 1,
  },
});
const lines = await client.POST("/v2/statistics/p/{segment}", {
  params: { path: { segment: "global" } },
  body: { group_by: ["date"], filter: { date_from: "2026-11-01" } },
  headers: { Accept: "application/x-ndjson" },
  parseAs: "text",
});
const countries = await client.GET("/v2/collections/countries");
// @ts-expect-error: the document does not contain this path.
const nothing = await client.GET("/v2/nothing");
const wrong = await client.POST("/v2/statistics/p/{segment}", {
  params: { path: { segment: "date" } },
  // @ts-expect-error: a limit is a number.
  body: { limit: "many" },
});

// The type of a report also covers text and files.
const data = typeof report.data === "object" ? report.data : undefined;
const record = data?.result?.[0];
const shown: { zone?: string; impressions?: number; clicks?: number; country?: string; status: number } = {
  zone: record?.group_by?.zone_id?.name,
  impressions: record?.impressions,
  clicks: data?.result_total?.clicks,
  country: countries.data?.result?.[0]?.iso3,
  status: nothing.response.status,
};
const problems = wrong.error && "errors" in wrong.error ? wrong.error.errors : [];
console.log(JSON.stringify({ ...shown, lines: lines.data, problems }));
