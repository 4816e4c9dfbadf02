/** Catalogue, visitors and service shared by the measurements of the service. */
import { type RunningService, startService } from "../../e2e/support/service.ts";

export const WORDS = ["shoes", "running", "bikes", "travel", "food", "music", "books", "garden"];
const SIZE = "300x250";
export const HEADERS = { origin: "https://news.example" };
export const CONNECTIONS = 192;
export const VISITORS = 500;
const AGENTS = [
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36",
  "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0",
];

export interface Size {
  campaigns: number;
  zones: number;
}

interface CatalogueOptions extends Partial<Size> {
  landingPage?: string;
}

export function startBenchService(size: Partial<Size> = {}, ...more: string[]): Promise<RunningService> {
  const args = ["--limit-ip", "0", "--click-limits", "0", "--log-level", "warn", ...more];
  return startService({ catalogue: createCatalogue(size), args });
}

/** Creates a catalogue with a hundred zones per site. */
export function createCatalogue({
  campaigns = 50,
  zones = 10,
  landingPage = "https://shop.example/",
}: CatalogueOptions): object {
  const variation = (id: number) => ({
    id,
    size: SIZE,
    image: `https://cdn.example/creative/${id}.webp`,
    url: landingPage,
  });
  return {
    accounts: [
      { id: 1, name: "Publisher", role: "publisher" },
      { id: 2, name: "Advertiser", role: "advertiser" },
    ],
    sites: Array.from({ length: Math.ceil(zones / 100) }, (_, at) => ({
      id: at + 1,
      account: 1,
      name: `Site ${at + 1}`,
      hostname: "news.example",
    })),
    zones: Array.from({ length: zones }, (_, at) => ({
      id: at + 1,
      site: Math.floor(at / 100) + 1,
      name: `Zone ${at + 1}`,
      size: SIZE,
    })),
    campaigns: Array.from({ length: campaigns }, (_, at) => ({
      id: at + 1,
      account: 2,
      name: `Campaign ${at + 1}`,
      pricing: { model: "cpm", price: "2.00" },
      keywords: [WORDS[at % WORDS.length]],
      variations: [variation(at + 1)],
    })),
  };
}

/** Creates bodies. `keywords`: of all zones; by default each zone has different ones. */
export function createBodies(zones: number, keywords?: string): string[] {
  return Array.from({ length: VISITORS }, (_, visitor) =>
    JSON.stringify({
      user: {
        ip: `85.${visitor >> 8}.${visitor & 255}.7`,
        ua: AGENTS[visitor % AGENTS.length],
        language: visitor % 3 ? "en-us" : "de",
        referer: `https://news.example/section/${visitor % 50}`,
      },
      zones: Array.from({ length: zones }, (_, at) => ({
        id: at + 1,
        keywords: keywords ?? WORDS[(visitor + at) % 8],
      })),
    }),
  );
}
