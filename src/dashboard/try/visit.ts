/** A page view to try, and the zones to try it with. Pure. */
import type { Site, Zone } from "../../protocol/management.ts";
import type { PageZone } from "./pageZones.ts";
import type { SCREENS } from "./screen.ts";

export type Device = keyof typeof SCREENS;

/** User agent of a common browser on each device. */
export const USER_AGENTS: Record<Device, string> = {
  desktop:
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
  mobile:
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
  tablet:
    "Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
};
export const DEVICES: readonly Device[] = ["desktop", "mobile", "tablet"];

export type Sent = Pick<PageZone, "keywords" | "targeting">;

export interface Visit extends Sent {
  address: string;
  /** Language tag of the browser. */
  language: string;
  /** Three letters; empty for any. */
  country: string;
  device: Device;
  /** Edited values of the page's zones, by id. `keywords` and `targeting` above are for zones that were not read. */
  edits: Readonly<Record<string, Partial<Sent>>>;
}

const TEXTS = ["address", "keywords", "targeting", "language", "country"] as const;
const SENT = ["keywords", "targeting"] as const;

/** Reads a visit from the dashboard's address. `language`: the default. */
export function readVisit(search: string, language: string): Visit {
  const parts = new URLSearchParams(search);
  const edits: Record<string, Partial<Sent>> = {};
  for (const [name, value] of parts) {
    const [, field, id = ""] = /^(keywords|targeting)-(\d+)$/.exec(name) ?? [];
    if (field) edits[id] = { ...edits[id], [field]: value };
  }
  return {
    address: parts.get("address") ?? "",
    keywords: parts.get("keywords") ?? "",
    targeting: parts.get("targeting") ?? "",
    language: parts.get("language") ?? language,
    country: parts.get("country") ?? "",
    device: DEVICES.find((each) => each === parts.get("device")) ?? "desktop",
    edits,
  };
}

/** Writes a visit as the dashboard's address, so that Back, a reload and a colleague see the same. */
export function writeVisit({ edits, device, ...visit }: Visit): string {
  const parts = new URLSearchParams({ place: "try" });
  // An empty language is one, too: the browser's own differs between colleagues.
  for (const name of TEXTS) if (visit[name] || name === "language") parts.set(name, visit[name]);
  if (device !== "desktop") parts.set("device", device);
  for (const [id, edit] of Object.entries(edits))
    for (const name of SENT) if (edit[name] !== undefined) parts.set(`${name}-${id}`, edit[name]);
  return `?${parts}`;
}

/** Shortens a language as the tag does: `zh-Hant-TW` → `zh-tw`. Empty for a language without a two-letter code. */
export function parseLanguage(tag: string): string {
  const parts = /^([a-z]{2})\b(?:-[a-z]{3,4}\b)*(-[a-z]{2}\b)?/.exec(tag.toLowerCase());
  return parts?.slice(1).join("") ?? "";
}

/** Maximum zones tried when no site has the address. */
const MOST = 20;

/**
 * Chooses the zones of the address' site, and returns its name; without such a site, the first zones of all. Skips
 * archived ones.
 */
export function chooseZones<Z extends Pick<Zone, "site" | "deleted">>(
  address: string,
  sites: readonly Pick<Site, "id" | "name" | "hostname">[],
  zones: readonly Z[],
): { chosen: Z[]; site: string | undefined } {
  const here = zones.filter(({ deleted }) => !deleted);
  const { hostname } = new URL(address);
  const site = sites.find((each) => each.hostname === hostname);
  const own = here.filter((zone) => zone.site === site?.id);
  return own.length > 0
    ? { chosen: own, site: site?.name }
    : { chosen: here.slice(0, MOST), site: undefined };
}
