/** Helpers for tests of inventory and campaigns: a catalogue to change, signing in, banners to upload. */
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { hashPassword } from "../../src/service/signing/passwords.ts";
import { createManagement, createStatistics, type Management } from "../../src/statistics/index.ts";
import { PASSWORD } from "./catalogue.ts";
import { dayBefore } from "./facts.ts";

export { UNLIMITED } from "../support/service.ts";

/** A network and nothing else. */
export async function emptyCatalogue(): Promise<object> {
  const password = await hashPassword(PASSWORD);
  const accounts = [{ id: 1, name: "Net", role: "network", username: "net", password }];
  return { accounts, sites: [], zones: [], campaigns: [] };
}

const BANNERS = resolve(import.meta.dirname, "../../demo/banners/files");

/** An image of 600x500, which fills 300x250 on screens with two pixels in one. */
export const BANNER = join(BANNERS, "halyard-300x250.webp");
export const LEADERBOARD = join(BANNERS, "quire-728x90.webp");

export const readBanner = () => readFile(BANNER);

/** Opens the service's management interface. */
export function manage(origin: string, username = "net"): Management {
  const credentials = { username, password: PASSWORD };
  return createManagement(createStatistics({ baseUrl: origin, credentials }));
}

/** Sends a landing page of the only creative of a campaign, as its advertiser. */
export async function sendChange(origin: string, campaign: number, url: string): Promise<void> {
  const creatives = manage(origin, "bob").creatives(campaign);
  await creatives.change({ id: campaign * 10, version: "*" }, { url });
}

/** Requests of zone 101 yesterday that stayed empty, by the start of their quarter of an hour. */
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

/** Imports requests of yesterday that stayed empty, some of them because of the budget of Spring, 40 a day. */
export async function sendEmpty(origin: string): Promise<void> {
  const lines = FACTS.map((fact) => JSON.stringify(fact)).join("\n");
  await createStatistics({ baseUrl: origin, credentials: { username: "net", password: PASSWORD } }).request({
    method: "POST",
    path: "/v2/imports?name=empty",
    body: new Blob([lines], { type: "application/x-ndjson" }),
  });
  await manage(origin).campaigns.change({ id: 301, version: "*" }, { budget: { daily: "40" } });
}
