/** Every text of the console in English; `textsDe.ts` has the same in German. A text with parts is a function of them. */
import type { Gdpr } from "../protocol/placement.ts";
import type { Diagnosis } from "./evidence.ts";
import { formatTag } from "./formatTag.ts";
import type { ErrorCode, SlotState, Wait } from "./slots.ts";

/** Description of a finding, and its remedy. */
export type Words = readonly [what: string, remedy?: string];

type Code = Exclude<ErrorCode, "config"> | "unknown-zone" | "unfit" | "content" | "large" | "long" | "unsent";

const format = (number: number) => Math.round(number).toLocaleString("en");
const plural = (number: number, one: string) => `${number} ${one}${number === 1 ? "" : "s"}`;

/** BCP 47 tag of these texts. */
export const language = "en";
export const title = "zonetag console";
export const close = "Close";
export const minimise = "Minimise";
export const dock = "Move to the other side";
export const parts = { zones: "Zones", requests: "Requests", page: "Page" };
export const all = "All";
export const refresh = "Refresh";
export const refreshZone = (id: string) => `Refresh zone ${id}`;
export const refreshAll = "Refresh all";
export const refreshed = "Requested again.";
export const report = "Copy report";
export const reported = "Report copied, without personal data.";
export const copy = "Copy";
export const copyCurl = "Copy as curl";
export const copied = "Copied.";
export const notCopied = "The browser did not allow copying.";
export const show = "Show on the page";
export const dashboard = "Dashboard";
export const details = (id: string) => `Details of zone ${id}`;
export const openDashboard = (id: string) => `Zone ${id} in the dashboard`;
export const noRequests = "No requests yet.";
export const filters = "Zones by state";
export const sizes = (reserved: string | undefined, shown: string, requests: number) =>
  `${reserved ? `${reserved} reserved, ` : ""}${shown} shown${requests > 1 ? `, requested ${requests} times` : ""}`;
export const zone = (id: string) => `Zone ${id}`;
export const formatTime = (time: number) => `${format(time)} ms`;
/** The report's heading, before the page's address. */
export const reportHeading = "Ads on";
/** Replacement for personal data. */
export const redacted = "[left out]";

/** Names of the states, in the order of the filters. */
export const states = {
  error: "Problem",
  empty: "No ad",
  idle: "Not requested",
  waiting: "Waiting",
  pending: "Requested",
  filled: "Filled",
  media: "Other screen",
} satisfies Record<SlotState, string>;

export const moments = {
  found: "Found",
  request: "Requested",
  answered: "Answered",
  filled: "Image loaded",
  empty: "No ad",
  error: "Problem",
  removed: "Removed by the page",
  impression: "Impression",
  lost: "Impression refused",
  viewable: "Viewable",
  click: "Click",
} as Record<string, string>;

/** Usually caused by a slash at the end of the tag, which HTML ignores. */
const CLOSE = "Close it with </div>; a slash in <div … /> does not.";

export const waits = {
  endpoint: [
    "Not requested: the script has no valid data-endpoint.",
    "Set it to the address your ad network gave you.",
  ],
  manual: ["Not requested: the page has not asked for it.", "Call zonetag.scan()."],
  shadow: ["Not requested: it is in a shadow root.", "Call zonetag.scan(root) with that root."],
  "given-back": ["Not requested: the page gave it back with destroy().", "Call scan() or refresh()."],
  far: ["Not requested yet: it is far from the visible part.", "To request it earlier, raise data-lazy."],
  unseen: ["Not requested yet: it is hidden.", "It is once the page shows it."],
  media: ["Not requested: its data-media does not match.", "This ad is meant for another screen width."],
  unmatchable: ["Not requested: its data-media can never match.", "Look for a missing unit or parenthesis."],
  loading: ["Not requested yet: the page is still loading.", "Set data-zones to request earlier."],
  hidden: ["Not requested yet: the page is prerendered, or its tab hidden.", "Bring the tab to the front."],
  consent: [
    "Not requested yet: waiting for the visitor's consent.",
    "Answer the consent dialog, or wait for data-consent-timeout.",
  ],
} satisfies Partial<Record<Wait, Words>> as Partial<Record<Wait, Words>>;
/** Text for all other reasons to wait, which last only a moment. */
export const soon = "About to be requested.";
export const unanswered = "No reply yet.";
export const replied = (status: string) => `The ad service replied with ${status}.`;
export const loading = "The banner's image is loading.";
export const retry = (milliseconds: number) => `Trying again in ${Math.ceil(milliseconds / 1000)} s.`;
export const kept: Words = ["The last request brought nothing, so the earlier ad stays."];

/** Explanations by error code of a zone. An unlisted code is explained by its message. */
export const codes = {
  "invalid-zone": (_, __, id) => [
    `Not requested: “${id}” is not a zone id.`,
    "Set it to the number your ad network gave you.",
  ],
  "unknown-zone": (_, __, id) => [
    `The ad service has no zone “${id}”.`,
    "Compare it with your ad network's account.",
  ],
  network: () => ["The ad service could not be reached.", "Finding out why …"],
  timeout: (_, timeout) => [
    `The ad service did not reply within ${timeout} ms.`,
    "Tell your ad network, or raise data-timeout.",
  ],
  http: (message) => [
    replied(message),
    / 5/.test(message)
      ? "Tell your ad network."
      : / 413/.test(message)
        ? "Too large: shorten data-keywords."
        : "Check data-endpoint.",
  ],
  "rate-limited": () => [
    "The ad service had too many requests from your address.",
    "Your page is fine. Refresh later.",
  ],
  "invalid-response": (message) =>
    /HTTP/.test(message)
      ? ["The reply is not from an ad service.", "Check data-endpoint. The reply is under Requests."]
      : ["The reply has nothing for this zone.", "Send your ad network a report."],
  rejected: (message) => [`The ad service rejected the request: ${message}`, "Tell your ad network."],
  zone: (message) => [`The ad service says: “${message}”`, "Send your ad network a report."],
  "unsafe-url": (message) => [
    `The ad has an unsafe address: ${message}`,
    "Report the campaign to your ad network.",
  ],
  "unsupported-type": (message) => [
    `The ad's type, “${message}”, needs a renderer.`,
    "Ask your ad network for banners, or add one with render().",
  ],
  renderer: (message) => [
    `The page's own renderer failed: ${message}`,
    "Fix the function given to render().",
  ],
  unfit: (name) => [`An ad cannot be shown in <${name}>.`, "Move data-zone-id to a <div> or an <ins>."],
  content: (name) => [
    `The placeholder contains <${name}>, which is part of the page, so no ad is shown.`,
    CLOSE,
  ],
  large: (size) => [
    `The placeholder contains ${size.replace(/(\d+)[\d.]*x(\d+).*/, "$1×$2")} pixels of the page, too much for fallback content, so no ad is shown.`,
    CLOSE,
  ],
  long: () => [
    "The placeholder contains a password field, more than two text fields, or more than 300 characters of text, so no ad is shown.",
    CLOSE,
  ],
  unsent: () => ["Its request would exceed 64 KiB.", "Shorten data-keywords and data-target-…."],
  image: (message) => [`The banner's image did not load: ${message}`, "Finding out why …"],
} satisfies Record<Code, (message: string, timeout: string, id: string) => Words> as Record<
  string,
  (message: string, timeout: string, id: string) => Words
>;

export const noCampaign = (by: string): Words => [
  `No campaign matches ${by}.`,
  "Your page is fine. Broader keywords may find more ads.",
];
export const byKeywords = (keywords: string) => `the keywords “${keywords}”`;
export const byAddress = (address: string) =>
  `the words of the page's address ${address} (the zone has no keywords)`;
export const byTargeting = (by: string, pairs: string) => `${by} together with ${pairs}`;

/** `where`: an attribute, or a request field that the page cannot correct. */
export const rejected = (where: string, message: string, isOwn: boolean): Words => [
  `The ad service rejected ${where}: “${message}”`,
  `${isOwn ? "Fix this" : "Tell your ad network"}: it blocks every ad in the same request.`,
];
export const nameAttribute = (name: string, id: number) => `${name} of zone ${id}`;

/** Reasons for a missing response or image. `what`: the host and what was requested from it. */
export const diagnoses = {
  policy: (host, what, directive) => [
    `The page's Content Security Policy blocks ${what} (${directive}).`,
    `Add ${host} to ${directive}.`,
  ],
  corp: (host, what) => [
    `The page's Cross-Origin-Embedder-Policy (COEP) blocks ${what}.`,
    `${host} has to send Cross-Origin-Resource-Policy: cross-origin.`,
  ],
  offline: () => ["The browser is offline.", "Connect, then refresh."],
  mixed: (_, what) => [
    `The page uses https, ${what} does not (mixed content).`,
    "Use an https address in data-endpoint, or in the campaign.",
  ],
  credentials: (host) => [
    `${host} does not allow data-credentials="include": its Access-Control-Allow-Origin is *.`,
    "Remove data-credentials, or ask your ad network to allow this page's origin.",
  ],
  cors: (host) => [
    `${host} replies, but this page may not read it.`,
    "Check the path in data-endpoint. Else the ad service has to send Access-Control-Allow-Origin.",
  ],
  address: (host) => [
    `${host} replies, but not to the ad request: an extension probably blocks it.`,
    "Turn off content blockers and refresh.",
  ],
  host: (host) => [
    `${host} cannot be reached: it is blocked by an extension, down, or misspelt.`,
    "Check data-endpoint. Turn off content blockers and refresh.",
  ],
  broken: (host) => [
    `The banner's image on ${host} is broken, missing, or blocked by an extension.`,
    "If it fails in a new tab too, report the campaign to your ad network.",
  ],
  late: (_, what) => [`Before, ${what} failed or was too slow. It answers now.`, "Refresh the zone."],
} satisfies Record<Why, Explain> as Record<Why, Explain>;
/** Resource that the host should have served, by the error's code. */
export const subjects = {
  network: "",
  image: "the banner's image on ",
  impression: "the impression on ",
} as Record<string, string>;
/** `url`: the final address. */
export const redirected = (host: string, url: string): Words => [
  `${host} redirects to ${url}, and the ad request is lost on the way.`,
  `If that is the ad service, set data-endpoint to it.`,
];
export const lost = (host: string): Words => [
  `The impression did not reach ${host}: blocked by the page's policy, an extension or the network.`,
  "Turn off content blockers and refresh.",
];

export const wrongValue = (name: string, value: string, expected: string): Words => [
  `${name}="${value}" is not valid, so it is ignored.`,
  `Expected: ${expected}.`,
];
export const sampleValue = (name: string, value: string): Words => [
  `${name}="${value}" is a sample value.`,
  "Set your own, or remove it.",
];
/** `where`: the start of the element's tag, if the context does not show it. */
export const unknown = (name: string, meant: string, where?: string): Words => [
  `The tag has no attribute ${name}, so it is ignored${where ? `: ${where}` : "."}`,
  `Did you mean ${meant}?`,
];
export const plainly = (meant: string) => `${meant}, with plain hyphens`;
export const unfilled = (name: string, value: string): Words => [
  `${name}="${value}" is a template that was not filled.`,
  "Set your own, or remove it.",
];
/** `character`: the character or its name, with its code point. */
export const untyped = (name: string, value: string, character: string): Words => [
  `${name}="${value}" contains ${character}.`,
  "Type it again.",
];
export const invisible = "an invisible character";
export const misplaced = (name: string, isOfScript: boolean): Words => [
  `${name} belongs on ${isOfScript ? "the script" : "a placeholder"}, so it is ignored.`,
  "Move it there.",
];

export const late = (name: string): Words => [
  `${name} was changed after the zone was requested.`,
  "Set it before that, or call refresh() to use it now.",
];

/** Problems of a zone's box on the page. `tag`: start of an element's opening tag. */
export const boxes = {
  removed: () => [
    "The page took the ad or its link out, so it stays out.",
    "Call refresh() to request another.",
  ],
  moved: (value, size) => [
    `The page moved by ${value} (layout shift) when this zone was filled: ${size ? "the page hides it while it is empty" : "it has no data-size"}.`,
    size ? "Look for :empty in its style." : "Set data-size.",
  ],
  larger: (banner, box) => [
    `The banner (${banner}) is larger than its box, so it is shown at ${box}.`,
    "Make the box larger, or ask your ad network for its size.",
  ],
  smaller: (banner, box) => [
    `The banner (${banner}) is far smaller than its box (${box}).`,
    "Ask your ad network for this size, or change data-size.",
  ],
  covered: (tag) => [`Something covers it: ${tag}`, "Move that, or nobody sees the ad."],
  blocked: (name) => [
    `It is not displayed, and content blockers hide elements named “${name}”.`,
    "Rename it, or turn off content blockers.",
  ],
  unclickable: (by) => [`A click on it does nothing because of ${by}`, "Change that."],
} satisfies Record<string, (first: string, second: string) => Words>;

/** Explains an invisible ad. `by`: what hides it, set on `el`. */
export const hidden = (el: Element, by: string): Words => [
  `The page hides it with ${by}, so no impression counts: ${formatTag(el)}`,
  "It counts once that is changed.",
];

/** What hides an ad, or keeps clicks from it. */
export const hiders = {
  closed: "being closed",
  unslotted: "a shadow root without <slot>",
  offPage: "a position off the page",
  size: (size: string, isDeclared: boolean) => `a size of ${size}${isDeclared ? "" : " (no data-size)"}`,
  sandbox: (value: string) => `the frame's sandbox, which blocks links: ${value}`,
};

/** Problems of the whole page. */
export const pages = {
  noZones: () => [
    "No element has data-zone-id.",
    "Add the code that your ad network gave you. Content blockers may remove it.",
  ],
  pasted: (_, code) => [
    `The ad code is on the page as text, so it does nothing: ${code}`,
    "Paste it as HTML.",
  ],
  noConsent: () => [
    "The consent platform did not answer, so ads were requested without consent.",
    "Check it, or raise data-consent-timeout.",
  ],
  twice: (count) => [`The tag's script is on the page ${count} times.`, "Remove all but the first."],
  repeated: (count, id) => [`Zone ${id} is on the page ${count} times.`, "Use a zone for each place."],
} satisfies Record<string, (count: number, id: string) => Words>;

/** The parts of the verdict, by state or error code; `error` for any other code. */
export const noVerdict = "No ad zones on this page";
export const verdict = {
  filled: (count, all) => `${count} of ${all} filled`,
  unseen: (count) => `${count} cannot be seen`,
  unopened: (count) => `${count} cannot be clicked`,
  empty: (count) => `${count} without an ad`,
  "wrong-id": (count) => plural(count, "wrong id"),
  network: (count) => `${count} not reached`,
  timeout: (count) => `${count} timed out`,
  image: (count) => plural(count, "broken image"),
  rejected: (count) => `${count} rejected`,
  error: (count) => `${count} failed`,
  pending: (count) => `${count} requested`,
  waiting: (count) => `${count} waiting`,
  idle: (count) => `${count} not requested`,
  media: (count) => `${count} for another screen`,
} as Record<string, (count: number, all: number) => string>;

/** A name and its value. */
export type Measure = readonly [name: string, value: string];

/** Sizes from other origins can be read only where they send Timing-Allow-Origin. */
export const tag = (entry: PerformanceResourceTiming | undefined): Measure => [
  "Tag",
  entry
    ? `${entry.encodedBodySize ? `${format(entry.transferSize)} bytes` : "size unknown, loaded"} in ${formatTime(entry.duration)}`
    : "part of the page",
];
export const countRequests = (tag: number, ads: number, images: number, impressions: number): Measure => [
  "Network requests",
  `${tag + ads + images + impressions}: tag ${tag}, ads ${ads}, images ${images}, impressions ${impressions}`,
];
export const compareShifts = (ads: string, page: string): Measure => [
  "Layout shift caused by ads",
  `${ads} of the page's ${page}`,
];
export const countViewable = (viewable: number, all: number): Measure => [
  "Viewable impressions",
  all ? `${viewable} of ${all} (${Math.round((viewable / all) * 100)} %)` : "none yet",
];
export const browser = (name: string, view: string): Measure => ["Browser", `${name}, ${view}`];

export const exchange = {
  title: (at: number, zones: number) => `Request ${at}, ${plural(zones, "zone")}`,
  sent: "Sent",
  received: "Received",
  consent: (gdpr: Gdpr | undefined) =>
    gdpr ? `GDPR: ${gdpr.gdpr}, consent: “${gdpr.consent}”` : "GDPR: not sent",
  status: (status: number, time: string) =>
    status ? `HTTP ${status} in ${time}` : `no reply, after ${time}`,
  again: "(second try)",
};

type Why = NonNullable<Diagnosis["why"]>;
type Explain = (host: string, what: string, directive?: string) => Words;
