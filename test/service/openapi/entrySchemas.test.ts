/** The OpenAPI schemas of the management API accept the same bodies as the API. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { createOpenApi } from "../../../src/service/http/openApiDocument.ts";
import { manage } from "../management/support.ts";
import { aNetwork } from "../support/catalogue.ts";

const START = aNetwork({
  categories: [{ id: 1, name: "News" }],
  sites: [{ id: 1, account: 2, name: "News", hostname: "news.example", category: 1 }],
});

const { schemas } = createOpenApi("0.2.0").components;

/** Checks a value against a component of the document, such as `SiteCreation`. */
function accepts(name: string, value: unknown): boolean {
  const ajv = new Ajv2020({ strict: false, formats: { date: /^\d{4}-\d{2}-\d{2}$/ } });
  return ajv.compile({ ...schemas[name], components: { schemas } })(value);
}

const CREATIVE = { image: "/a.png", size: "300x250", url: "https://shop.example/" };
const CAMPAIGN = { account: 3, name: "Shoes", pricing: { model: "cpm", price: "2" }, variations: [CREATIVE] };

test.each<[string, string, object, boolean]>([
  ["SiteCreation", "/v2/sites", { account: 2, name: "Sheds", hostname: "sheds.example" }, true],
  ["SiteCreation", "/v2/sites", { account: 2, name: "Sheds" }, false],
  ["SiteCreation", "/v2/sites", { account: 2, name: "Sheds", hostname: "sheds.example", id: 9 }, false],
  ["ZoneCreation", "/v2/zones", { site: 1, name: "Side", size: "160x600" }, true],
  ["ZoneCreation", "/v2/zones", { site: 1, name: "Side", size: "big" }, false],
  ["ManagedAccountCreation", "/v2/accounts", { name: "Other", role: "publisher" }, true],
  ["ManagedAccountCreation", "/v2/accounts", { name: "Other", role: "publisher", password: "short" }, false],
  ["CampaignCreation", "/v2/campaigns", CAMPAIGN, true],
  ["CampaignCreation", "/v2/campaigns", { ...CAMPAIGN, variations: [] }, false],
])("whether %s and POST %s accept %j: %j", async (name, path, body, isAccepted) => {
  const { status } = await (await manage(START)).send(1, "POST", path, body);
  expect([accepts(name, body), status === 201]).toEqual([isAccepted, isAccepted]);
});

test.each<[string, object, boolean]>([
  ["sites", { category: null }, true],
  ["sites", { hostname: 7 }, false],
  ["sites", { id: 7 }, false],
  ["campaigns", { pricing: { price: "3" } }, true],
  ["campaigns", { targeting: { custom: { plan: null } }, budget: null }, true],
  ["campaigns", { variations: [] }, false],
])("whether document and PATCH of %s accept %j: %j", async (kind, body, isAccepted) => {
  const managed = await manage({
    ...START,
    campaigns: [{ id: 1, ...CAMPAIGN, variations: [{ id: 1, ...CREATIVE }] }],
  });
  const name = kind === "sites" ? "SiteChange" : "CampaignChange";
  const { status } = await managed.send(1, "PATCH", `/v2/${kind}/1`, body, { "If-Match": "*" });
  expect([accepts(name, body), status === 200]).toEqual([isAccepted, isAccepted]);
});
