/** Catalogue and facts for measuring reports. */

import { noteDays } from "../src/service/duckdb/dailySums.ts";
import { openStore } from "../src/service/duckdb/duckdbStore.ts";
import { hashToken } from "../src/service/signing/passwords.ts";

/** Period of the facts. */
export const YEAR = { date_from: "2025-11-21", date_to: "2026-11-20" };

export const CATALOGUE = {
  accounts: [
    { id: 1, name: "Network", role: "network", username: "network", apiTokens: [hashToken("bench")] },
    {
      id: 2,
      name: "Publisher",
      role: "publisher",
      network: 1,
      username: "publisher",
      apiTokens: [hashToken("publisher")],
    },
    { id: 3, name: "Advertiser", role: "advertiser", network: 1 },
  ],
  sites: [{ id: 1, account: 2, name: "Site", hostname: "site.example" }],
  zones: Array.from({ length: 200 }, (_, at) => ({
    id: at + 1,
    site: 1,
    name: `Zone ${at + 1}`,
    size: "300x250",
  })),
  campaigns: Array.from({ length: 300 }, (_, at) => ({
    id: at + 1,
    account: 3,
    name: `Campaign ${at + 1}`,
    pricing: { model: "cpm", price: "1.50" },
    variations: [{ id: at + 1, image: "/banner.png", size: "300x250", url: "https://shop.example/" }],
  })),
};
export const COUNTRIES = ["DEU", "AUT", "CHE", "USA", "GBR", "FRA", "ESP", "ITA", "NOR", "SWE", "JPN", "BRA"];

/** Adds facts ordered by time, as a service collects them. */
export async function fill(folder: string, facts: number): Promise<void> {
  const store = await openStore({ folder });
  const countries = COUNTRIES.map((iso) => `'${iso}'`).join(", ");
  await store.transaction(async ({ query }) => {
    await query(`INSERT INTO facts (time, advertiser_id, publisher_id, campaign_id, site_id, zone_id, sub, country_iso, device_type_id,
        browser_id, ad_requests, filled, impressions, clicks, cost, publisher_revenue, pub_rtb_queries, pub_rtb_success)
      SELECT TIMESTAMP '${YEAR.date_from}' + to_seconds(floor(i * ${365 * 86_400} / ${facts})::BIGINT), 3, 2, 1 + h % 300, 1,
        1 + (h >> 9) % 200, (h >> 17) % 50, [${countries}][CAST(1 + (h >> 23) % ${COUNTRIES.length} AS BIGINT)], 1 + (h >> 27) % 4,
        1 + (h >> 30) % 12, 1, 1, 1, (h >> 34) % 97 = 0, 0.0015, 0.00105, 3, 1
      FROM (SELECT range AS i, hash(range) AS h FROM range(${facts}))`);
    await query(noteDays("facts"));
  });
  await store.close();
}

/** Returns a token of the network's account, or of the account with this API token. */
export async function signIn(address: string, apiToken = "bench"): Promise<string> {
  const response = await fetch(`${address}/v2/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ api_token: apiToken }),
  });
  return ((await response.json()) as { token: string }).token;
}
