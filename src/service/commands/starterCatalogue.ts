/** Catalogue written by `init`: one account of each role, a site, zones in common sizes, a fallback campaign. */
import { type CatalogueDocument, toDocument } from "../catalogue/document.ts";

/**
 * Zones by name, numbered from `FIRST_ZONE`. The examples of the guides use these numbers and sizes.
 * `template/creatives` has an image of each size.
 */
const ZONES = {
  "Beside the text": "300x250",
  "In the text": "300x250",
  "Below the text": "300x250",
  "Top of the page": "728x90",
  "Above the page": "970x250",
  "In the margin": "160x600",
  "Beside the text, tall": "300x600",
  "On phones": "320x50",
};
const FIRST_ZONE = 101;

/** User names of the accounts. */
export const STARTER_USERS = ["network", "publisher", "advertiser"] as const;
type User = (typeof STARTER_USERS)[number];

/** `hashes`: password hashes by user name. `hostname`: host name of the site's pages. */
export function createStarterCatalogue(
  hashes: Readonly<Record<User, string>>,
  hostname: string,
): CatalogueDocument {
  const sizes = [...new Set(Object.values(ZONES))];
  return toDocument({
    accounts: [
      { id: 1, name: "My network", role: "network", username: "network", password: hashes.network },
      { id: 2, ...describeMember("publisher", "My publisher"), password: hashes.publisher },
      { id: 3, ...describeMember("advertiser", "My advertiser"), password: hashes.advertiser },
    ],
    sites: [{ id: 1, account: 2, name: "My site", hostname }],
    zones: Object.entries(ZONES).map(([name, size], at) => ({ id: FIRST_ZONE + at, site: 1, name, size })),
    campaigns: [
      {
        id: 1,
        account: 3,
        name: "Fallback",
        priority: -1,
        pricing: { model: "cpm", price: "0" },
        variations: sizes.map((size, at) => ({
          id: at + 1,
          name: `Hello, ${size}`,
          size,
          image: `/creatives/hello-${size}.svg`,
          url: "https://example.com/",
        })),
      },
    ],
  });
}

function describeMember(role: User, name: string) {
  return { name, role, network: 1, username: role };
}
