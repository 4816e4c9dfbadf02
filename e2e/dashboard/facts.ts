/** Facts whose sums tests can compute: 45 days, two sites with six zones each, two countries. */
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const PROGRAM = resolve(import.meta.dirname, "../../dist/service.mjs");

export interface Counted {
  /** YYYY-mm-dd */
  day: string;
  /** Time of day in UTC, for example `04:59`. Default: noon. */
  time?: string;
  site: number;
  zone: number;
  country: string;
  campaign: number;
  sub: number;
  impressions: number;
  clicks: number;
  requests: number;
  /** Thousandths of the currency unit. */
  cost: number;
}

/** Number of days with facts, up to yesterday. */
export const DAYS = 45;
const ZONES = [101, 102, 103, 104, 105, 106, 111, 112, 113, 114, 115, 116];

export function today(): string {
  return new Date().toISOString().slice(0, 10);
}

export function dayBefore(days: number, from = today()): string {
  return new Date(Date.parse(from) - days * 86_400_000).toISOString().slice(0, 10);
}

/** Creates facts of whole days up to yesterday. Tests add today's facts themselves. */
export function counted(days = DAYS): Counted[] {
  const list: Counted[] = [];
  for (let ago = 1; ago <= days; ago++) {
    for (const [at, zone] of ZONES.entries()) {
      for (const [place, country] of ["DEU", "USA"].entries()) {
        const impressions = 900 + ((ago * 37 + at * 101 + place * 53) % 400);
        list.push({
          day: dayBefore(ago),
          site: zone < 110 ? 10 : 11,
          zone,
          country,
          campaign: (ago + at) % 2 ? 301 : 302,
          sub: 0,
          impressions,
          clicks: impressions % 17,
          requests: impressions + 150,
          cost: impressions * 2,
        });
      }
    }
  }
  return list;
}

/** Creates yesterday's impressions of one zone under `count` sub ids. */
export function manySubs(count: number): Counted[] {
  return Array.from({ length: count }, (_, sub) => ({
    day: dayBefore(1),
    site: 10,
    zone: 101,
    country: "DEU",
    campaign: 301,
    clicks: 0,
    sub: sub + 1,
    impressions: 1 + (sub % 5),
    requests: 6,
    cost: 10,
  }));
}

export function sum(
  list: readonly Counted[],
  of: keyof Counted,
  where: (each: Counted) => boolean = () => true,
) {
  return list.filter(where).reduce((total, each) => total + Number(each[of]), 0);
}

export function during(from: string, to: string): (each: Counted) => boolean {
  return ({ day }) => day >= from && day <= to;
}

/** Imports the facts into a data folder with the service's import command. */
export async function store(folder: string, list: readonly Counted[]): Promise<void> {
  if (list.length === 0) return;
  const file = join(folder, "facts.ndjson");
  await writeFile(file, list.map((each) => `${JSON.stringify(composeLine(each))}\n`).join(""));
  await promisify(execFile)(process.execPath, [PROGRAM, "import", "--data", folder, file]);
}

function composeLine(each: Counted): object {
  return {
    time: `${each.day}T${each.time ?? "12:00"}:00Z`,
    advertiser_id: 3,
    publisher_id: 2,
    campaign_id: each.campaign,
    variation_id: each.campaign * 10,
    site_id: each.site,
    site_hostname: each.site === 10 ? "news.example" : "shop.example",
    zone_id: each.zone,
    country_iso: each.country,
    device_type_id: 1,
    ad_requests: each.requests,
    filled: each.impressions,
    impressions: each.impressions,
    clicks: each.clicks,
    cost: (each.cost / 1000).toFixed(3),
    publisher_revenue: (each.cost / 2000).toFixed(4),
    goal_1: each.clicks,
    ...(each.sub > 0 && { sub: each.sub }),
  };
}
