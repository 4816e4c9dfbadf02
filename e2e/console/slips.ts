/** What is easily written wrong, or taken away by others, and what the console says of it. */
import { expect } from "../support/test.ts";
import { type Cause, policy } from "./cause.ts";

const RETYPE = "Type it again.";
const UNFILLED = "Set your own, or remove it.";
const waitForImpression = (page: Parameters<NonNullable<Cause["act"]>>[0]) =>
  expect(page.locator("ins")).toHaveAttribute("data-zone-state", "filled");

/** In the zone's entry. */
export const SLIPS: Cause[] = [
  {
    name: "a size with a sign in place of x",
    body: `<ins data-zone-id="5" data-size="300×250"></ins>`,
    says: [['data-size="300×250" contains × (U+00D7).', RETYPE]],
  },
  {
    name: "a size with a Cyrillic letter",
    body: `<ins data-zone-id="5" data-size="300х250"></ins>`,
    says: [['data-size="300х250" contains х (U+0445).', RETYPE]],
  },
  {
    name: "a media query with a hyphen that does not break",
    body: `<ins data-zone-id="5" data-media="(min‑width: 100px)"></ins>`,
    says: [
      ['data-media="(min‑width: 100px)" contains ‑ (U+2011).', RETYPE],
      [
        "Not requested: its data-media can never match.",
        "Look for a misspelt feature, or a missing unit or parenthesis.",
      ],
    ],
  },
  {
    name: "curly quotes",
    body: `<ins data-zone-id="5" data-keywords=“running shoes”></ins>`,
    says: [['data-keywords="“running" contains “ (U+201C).', RETYPE]],
  },
  {
    name: "an id with a character that nobody sees",
    body: `<ins data-zone-id="101\u200b"></ins>`,
    says: [
      ['data-zone-id="101\u200b" contains an invisible character (U+200B).', RETYPE],
      [
        "Not requested: “101\u200b” is not a zone id.",
        "Set data-zone-id to the number your ad network gave you.",
      ],
    ],
  },
  {
    name: "an attribute whose hyphens are others",
    body: `<ins data-zone-id="5" data‑keywords="shoes"></ins>`,
    says: [
      [
        "The tag has no attribute data‑keywords, so it is ignored.",
        "Did you mean data-keywords, with plain hyphens?",
      ],
    ],
  },
  {
    name: "templates that were not filled",
    body: `<ins data-zone-id="5" data-keywords="undefined" data-sub="{{ page.sub }}" data-label="{% label %}" data-target-tags='["a","b"]'></ins>`,
    says: [
      ['data-keywords="undefined" is a template that was not filled.', UNFILLED],
      ['data-sub="{{ page.sub }}" is a template that was not filled.', UNFILLED],
      ['data-label="{% label %}" is a template that was not filled.', UNFILLED],
      ['data-target-tags="["a","b"]" is a template that was not filled.', UNFILLED],
    ],
  },
  {
    name: "an attribute of the script on a placeholder",
    body: `<ins data-zone-id="5" data-manual></ins>`,
    says: [["data-manual belongs on the script, so it is ignored.", "Move it there."]],
  },
  {
    name: "an ad that the page took out",
    act: async (page) => {
      await waitForImpression(page);
      await page.locator("ins").evaluate((element) => element.replaceChildren());
    },
    says: [["The page took the ad out, so it stays out.", "Call refresh() to request another."]],
    verdict: "1 of 1 filled, 1 cannot be seen",
  },
  {
    name: "an impression that an extension blocks",
    browser: (page) => page.route("**/impression/**", (route) => route.abort("blockedbyclient")),
    act: waitForImpression,
    says: [
      [
        "The impression did not reach {ads}: blocked by the page's policy, an extension or the network.",
        "Turn off content blockers for this page and refresh.",
      ],
    ],
    verdict: "1 of 1 filled",
  },
  {
    name: "a policy that forbids the impressions",
    options: (ads) => policy(`connect-src ${ads.endpoint}`),
    act: waitForImpression,
    says: [
      [
        "The page's Content Security Policy blocks the impression on {ads} (connect-src).",
        "Add {ads} to connect-src.",
      ],
    ],
  },
  {
    name: "a page under COEP, whose banners do not say that they may be shown there",
    options: { headers: { "cross-origin-embedder-policy": "require-corp" } },
    says: [
      [
        "The page's Cross-Origin-Embedder-Policy (COEP) blocks the banner's image on {ads}.",
        "{ads} has to send Cross-Origin-Resource-Policy: cross-origin.",
      ],
    ],
    verdict: "0 of 1 filled, 1 broken image",
  },
  {
    name: "a zone that is too large for any request",
    body: `<ins data-zone-id="5" data-keywords="${"a,".repeat(40_000)}"></ins>`,
    says: [
      [
        "Its request would exceed 64 KiB, or the page has replaced JSON.",
        "Shorten data-keywords and data-target-….",
      ],
    ],
  },
  {
    name: "a request that is too large for the service",
    ads: (ads) => ads.answer((_, response) => void response.writeHead(413).end()),
    says: [["The ad service replied with HTTP 413.", "The request is too large: shorten data-keywords."]],
  },
];

/** Above the zones. */
export const PAGE_SLIPS: Pick<Cause, "name" | "body" | "options" | "act" | "says">[] = [
  {
    name: "placeholders whose attribute is called otherwise",
    body: `<ins data‑zone‑id="101"></ins><div data-zone="102"></div><p zone-id="103"></p><b data-revive-zoneid="104"></b>`,
    says: [
      [
        'The tag has no attribute data‑zone‑id, so it is ignored: <ins data‑zone‑id="101">',
        "Did you mean data-zone-id, with plain hyphens?",
      ],
      [
        'The tag has no attribute data-zone, so it is ignored: <div data-zone="102">',
        "Did you mean data-zone-id?",
      ],
      ['The tag has no attribute zone-id, so it is ignored: <p zone-id="103">', "Did you mean data-zone-id?"],
      [
        'The tag has no attribute data-revive-zoneid, so it is ignored: <b data-revive-zoneid="104">',
        "Did you mean data-zone-id?",
      ],
    ],
  },
  {
    name: "an attribute of placeholders on the script",
    options: { script: `data-media="(max-width: 100px)" data-zone-id="5"` },
    says: [
      ["data-media belongs on a placeholder, so it is ignored.", "Move it there."],
      ["data-zone-id belongs on a placeholder, so it is ignored.", "Move it there."],
    ],
  },
];
