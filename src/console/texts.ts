/**
 * Every text of the console, in one table. A text with parts is a function of them. Each is an export, so that the
 * bundle needs no name for it.
 */
import type { Gdpr } from "../protocol/placement.ts";
import type { ErrorCode, SlotState, Values, Wait } from "./inside.ts";
import type { Diagnosis } from "./world.ts";

/** What happened, and what to do about it. */
export type Words = readonly [what: string, remedy?: string];

/** Values that no attribute has, or one of any name. */
type FromCode = "email" | "buyeruids" | "userId" | "zoneid" | `target-${string}`;

type Code = Exclude<ErrorCode, "config"> | "unknown-zone";

const count = (number: number) => Math.round(number).toLocaleString("en");
const many = (number: number, one: string) => `${number} ${one}${number === 1 ? "" : "s"}`;

export const title = "zonetag console";
export const close = "Close";
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
export const show = "Show on page";
export const noZones = "No placeholder: no element has data-zone-id.";
export const noRequests = "No request has left yet.";
export const noFindings = "Nothing wrong with the script or the page.";
export const filters = "Zones by state";
export const sizes = (asked: string | undefined, shown: string, requests: number) =>
  `${asked ? `${asked} asked, ` : ""}${shown} shown${requests > 1 ? `, requested ${requests} times` : ""}`;
export const zone = (id: string) => `Zone ${id}`;
export const ms = (time: number) => `${count(time)} ms`;
/** The report's heading, before the page's address. */
export const reportOn = "Ads on";
/** What stands for personal data. */
export const left = "[left out]";

export const states = {
  filled: "Filled",
  empty: "No ad",
  error: "Problem",
  pending: "Requested",
  waiting: "Waiting",
  idle: "Left alone",
} satisfies Record<SlotState, string>;

export const moments = {
  found: "Found",
  request: "Requested",
  answered: "Answered",
  filled: "Image loaded",
  empty: "No ad",
  error: "Problem",
  impression: "Impression",
  viewable: "Viewable",
  click: "Click",
} as Record<string, string>;

export const waits = {
  endpoint: ["Not requested: the script has no data-endpoint.", "Give it your ad network's full address."],
  manual: ["Not requested: the tag was not told to look at it.", "Call zonetag.scan()."],
  released: ["Not requested: the page took it back with destroy().", "scan() or refresh() brings it back."],
  near: ["Not requested yet: it is far from what is visible.", "Scroll there, or raise data-lazy."],
  media: ["Not requested: its data-media does not match this window.", "Change the window, or the query."],
  dom: ["Not requested yet: the page is still loading.", "With data-zones, the script need not wait."],
  hidden: ["Not requested yet: the page is hidden.", "Bring it to the front."],
  consent: [
    "Not requested yet: waiting for the consent platform.",
    "Choose there. After data-consent-timeout it is requested without ids.",
  ],
  soon: ["About to be requested."],
} satisfies Record<Wait, Words>;

/** By the code of a zone's error; where there is none, its message says it all. */
export const codes = {
  "invalid-zone": (_, __, id) => [
    `Not requested: “${id}” is no zone id.`,
    "Give data-zone-id a positive whole number, as in your ad network's account.",
  ],
  "unknown-zone": (_, __, id) => [
    `The ad service has no zone “${id}”.`,
    "Compare data-zone-id with your ad network's account.",
  ],
  network: () => ["The ad service could not be reached.", "Finding out why …"],
  timeout: (_, patience) => [
    `The ad service did not answer within ${patience} ms.`,
    "Tell your ad network, or allow more with data-timeout.",
  ],
  http: (message) => [
    `The ad service answered with ${message}.`,
    "From 500 on, tell your ad network. Below, compare data-endpoint with its address.",
  ],
  "rate-limited": () => [
    "The ad service refused: too many requests from this network address.",
    "Wait until the limit resets.",
  ],
  "invalid-response": () => [
    "What came back is no ad service's answer.",
    "Check data-endpoint. The answer is under Requests.",
  ],
  rejected: (message) => [`The ad service refused the request: ${message}`],
  zone: (message) => [`The ad service says: “${message}”`, "Ask your ad network, with a copied report."],
  "unsafe-url": (message) => [
    `The ad was not shown: one of its addresses is not a web address (${message}).`,
    "Report the campaign to your ad network.",
  ],
  "unsupported-type": (message) => [
    `The ad is of type “${message}”, which the tag does not draw.`,
    "Ask your ad network for banners, or draw it with render().",
  ],
  renderer: (message) => [`The page's own renderer failed: ${message}`, "Mend what was given to render()."],
  image: (message) => [`The banner's image did not load: ${message}`, "Finding out why …"],
} satisfies Record<Code, (message: string, patience: number, id: string) => Words> as Record<
  string,
  (message: string, patience: number, id: string) => Words
>;

export const noCampaign = (by: string): Words => [
  `No campaign matched ${by}.`,
  "The page is right. Broader keywords match more.",
];
export const byKeywords = (keywords: string) => `the keywords “${keywords}”`;
export const byAddress = (address: string) =>
  `the words of the page's address ${address} (the zone has no keywords)`;
export const byTargeting = (by: string, pairs: string) => `${by} together with ${pairs}`;

/** `where`: an attribute, or a field of the request. */
export const refused = (where: string, message: string): Words => [
  `The ad service refused the request because of ${where}: “${message}”`,
  "Mend it: it stops all zones of its request.",
];
export const attributeOf = (name: string, id: number) => `${name} of zone ${id}`;
/** Where the fields of `user` come from. */
export const userFields = {
  ip: "the visitor's IP address, which the ad service has to take from the connection",
  id: "data-user-id",
  gdpr: "data-gdpr or the consent platform",
  el: "email in set()",
} as Record<string, string>;

/** Why there was no answer, or no image. `what` is the host, with what it should have given. */
export const diagnoses = {
  policy: (host, what, directive) => [
    `The page's Content Security Policy blocks ${what} (${directive}).`,
    `Add ${host} to ${directive}.`,
  ],
  offline: () => ["The browser is offline."],
  mixed: (_, what) => [
    `The page is secure, ${what} is not (mixed content).`,
    "It needs an https address, in data-endpoint or in the campaign.",
  ],
  cors: (host) => [
    `${host} answers, but the page may not read it.`,
    "It has to send Access-Control-Allow-Origin, unless an extension blocked it.",
  ],
  address: (host) => [
    `${host} answers, but not to the ad request: most likely an extension blocks it.`,
    "Switch content blockers off for this page and refresh.",
  ],
  host: (host) => [
    `${host} cannot be reached: it is blocked by an extension, down, or misspelt.`,
    "Check data-endpoint. Switch content blockers off for this page and refresh.",
  ],
  broken: (host) => [
    `The banner's image on ${host} is broken, missing, or blocked by an extension.`,
    "If it fails in a new tab too, report the campaign to your ad network.",
  ],
  late: (host) => [
    `The banner's image on ${host} loads now; before, it failed or took too long.`,
    "Refresh the zone.",
  ],
} satisfies Record<Why, Explain> as Record<Why, Explain>;
/** What the host should have given, by the error's code. */
export const subjects = { network: "", image: "the banner's image on " } as Record<string, string>;

/** The tag's attributes and what each expects; none, where any text will do. */
export const expected = {
  endpoint: "a full address",
  "zone-id": "",
  sub: "a whole number",
  keywords: "",
  size: "pixels, as in 300x250",
  media: "a media query",
  lazy: "pixels, 0 or more",
  refresh: "seconds, 30 or more",
  collapse: "nothing or “always”",
  label: "",
  zones: "a positive whole number",
  referer: "path, full, origin or a full address",
  gdpr: "0 or 1",
  consent: "",
  "consent-timeout": "milliseconds",
  timeout: "milliseconds",
  "user-id": "",
  credentials: "omit or include",
  manual: "",
} satisfies Record<Exclude<keyof Values, FromCode> | "zone-id", string> as Record<string, string>;
export const wrongValue = (name: string, value: string, expected: string): Words => [
  `${name}="${value}" cannot be right, so it is ignored.`,
  `Expected: ${expected}.`,
];
export const sampleValue = (name: string, value: string): Words => [
  `${name}="${value}" is the sample value from an ad network's form.`,
  "Write your own, or remove it.",
];
export const unknown = (name: string, meant: string | undefined): Words => [
  `The tag has no attribute ${name}, so it is ignored.`,
  meant ? `Was ${meant} meant?` : "For targeting, write data-target-…",
];

export const moved = (value: string): Words => [
  `The page moved by ${value} (layout shift) when this zone was filled: it has no data-size.`,
  "Give it data-size.",
];
export const larger = (banner: string, place: string): Words => [
  `The banner (${banner}) is larger than its place, so it is drawn at ${place}.`,
  "Make the place larger, or ask your ad network for this size.",
];
export const covered = (by: string): Words => [
  `Something lies over it: ${by}`,
  "Move that, or the ad is not seen.",
];
export const noBox = (size: string): Words => [
  `It has no area on the page (${size}), so no impression counts.`,
  "Look for display:none or a height of 0.",
];
export const twice = (count: number): Words => [
  `The tag's script is on the page ${count} times.`,
  "Remove all but the first.",
];

/** The parts of the line that says how the page is doing, by state or error code; `error`, of any other. */
export const noVerdict = "No ad zones on this page";
export const verdict = {
  filled: (count, all) => `${count} of ${all} filled`,
  empty: (count) => `${count} without an ad`,
  "wrong-id": (count) => many(count, "wrong id"),
  network: (count) => `${count} not reached`,
  timeout: (count) => `${count} timed out`,
  image: (count) => many(count, "broken image"),
  rejected: (count) => `${count} refused`,
  error: (count) => many(count, "other problem"),
  pending: (count) => `${count} on the way`,
  waiting: (count) => `${count} waiting`,
  idle: (count) => `${count} left alone`,
} as Record<string, (count: number, all: number) => string>;

/** A name and its value, as they are shown. */
export type Measure = readonly [name: string, value: string];

/** Other origins do not let their sizes be read, unless they send Timing-Allow-Origin. */
export const tag = (entry: PerformanceResourceTiming | undefined): Measure => [
  "Tag",
  entry
    ? `${entry.encodedBodySize ? count(entry.transferSize) : "unknown"} bytes in ${ms(entry.duration)}`
    : "part of the page's own code",
];
export const requestsOf = (tag: number, ads: number, images: number, impressions: number): Measure => [
  "Network requests",
  `${tag + ads + images + impressions}: tag ${tag}, ads ${ads}, images ${images}, impressions ${impressions}`,
];
export const shiftOf = (ads: string, page: string): Measure => [
  "Layout shift caused by ads",
  `${ads} of the page's ${page}`,
];
export const viewableOf = (viewable: number, all: number): Measure => [
  "Viewable impressions",
  all ? `${viewable} of ${all} (${Math.round((viewable / all) * 100)} %)` : "none yet",
];
export const browser = (name: string, view: string): Measure => ["Browser", `${name}, ${view}`];

export const exchange = {
  title: (at: number, zones: number) => `Request ${at}, ${many(zones, "zone")}`,
  sent: "Sent",
  received: "Received",
  consent: (gdpr: Gdpr | undefined) =>
    gdpr ? `GDPR: ${gdpr.gdpr}, consent: “${gdpr.consent}”` : "GDPR: not sent",
  status: (status: number, time: string) =>
    status ? `HTTP ${status} in ${time}` : `no answer, after ${time}`,
  again: "(second try)",
  open: "No answer yet.",
};

type Why = NonNullable<Diagnosis["why"]>;
type Explain = (host: string, what: string, directive?: string) => Words;
