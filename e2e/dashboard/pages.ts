/** Helpers for tests of inventory and campaigns: an empty catalogue, management clients, banners, empty requests. */
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { hashPassword } from "../../src/service/signing/passwords.ts";
import {
  createManagement,
  createStatistics,
  type Management,
  type Statistics,
} from "../../src/statistics/index.ts";
import { PASSWORD } from "./catalogue.ts";
import { dayBefore } from "./facts.ts";

export { UNLIMITED } from "../support/service.ts";

/** Creates a catalogue with only a network account. */
export async function emptyCatalogue(): Promise<object> {
  const password = await hashPassword(PASSWORD);
  const accounts = [{ id: 1, name: "Net", role: "network", username: "net", password }];
  return { accounts, sites: [], zones: [], campaigns: [] };
}

const BANNERS = resolve(import.meta.dirname, "../../demo/banners/files");

/** Image of 600x500 pixels for 300x250 CSS pixels on screens with a device pixel ratio of 2. */
export const BANNER = join(BANNERS, "halyard-300x250.webp");
export const LEADERBOARD = join(BANNERS, "quire-728x90.webp");

export const readBanner = () => readFile(BANNER);

/** Creates a client of the service's statistics API. */
export function connect(origin: string, username = "net"): Statistics {
  return createStatistics({ baseUrl: origin, credentials: { username, password: PASSWORD } });
}

/** Creates a client of the service's management API. */
export function manage(origin: string, username = "net"): Management {
  return createManagement(connect(origin, username));
}

/** Changes the landing page of a campaign's only creative, as its advertiser. */
export async function sendChange(origin: string, campaign: number, url: string): Promise<void> {
  const creatives = manage(origin, "bob").creatives(campaign);
  await creatives.change({ id: campaign * 10, version: "*" }, { url });
}

/** Creates a fact of requests of zone 101 that stayed empty yesterday at `time`. */
const empty = (time: string, requests: number, reason: string, more: object = {}) => ({
  time: `${dayBefore(1)}T${time}:00Z`,
  zone_id: 101,
  ad_requests: requests,
  unfilled_reason: reason,
  country_iso: "FRA",
  ...more,
});
const FACTS = [
  {
    time: `${dayBefore(1)}T09:00:00Z`,
    zone_id: 101,
    campaign_id: 301,
    ad_requests: 400,
    filled: 400,
    cost: "40",
  },
  empty("10:00", 366, "targeting.countries"),
  empty("14:02", 100, "budget", { excluded_campaign_id: 301 }),
  empty("15:00", 80, "budget", { excluded_campaign_id: 301 }),
  empty("16:00", 54, "variations"),
];

/** Imports yesterday's empty requests, some of them due to the daily budget of 40 of the campaign Spring. */
export async function sendEmpty(origin: string): Promise<void> {
  const lines = FACTS.map((fact) => JSON.stringify(fact)).join("\n");
  await connect(origin).request({
    method: "POST",
    path: "/v2/imports?name=empty",
    body: new Blob([lines], { type: "application/x-ndjson" }),
  });
  await manage(origin).campaigns.change({ id: 301, version: "*" }, { budget: { daily: "40" } });
}
