/** Every text of the console, in one table. A text with parts is a function of them. */
import type { ErrorCode, SlotState, Values, Wait } from "./inside.ts";

/** What happened, and what to do about it. */
export type Words = readonly [what: string, remedy?: string];

/** Values that no attribute has. */
type FromCode = "email" | "buyeruids" | "userId" | "targeting";

const many = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`;

export const texts = {
  title: "zonetag console",
  close: "Close",
  tabs: { zones: "Zones", requests: "Requests", page: "Page" },
  all: "All",
  refresh: "Refresh",
  refreshZone: (id: string) => `Refresh zone ${id}`,
  refreshAll: "Refresh all",
  refreshed: "Requested again.",
  report: "Copy report",
  reported: "Report copied, without personal data.",
  copy: "Copy",
  copyCurl: "Copy as curl",
  copied: "Copied.",
  notCopied: "The browser did not allow copying.",
  show: "Show on page",
  noZones: "No placeholder: no element has data-zone-id.",
  noRequests: "No request has left yet.",
  noFindings: "Nothing wrong with the script or the page.",
  filters: "Zones by state",
  asked: (size: string) => `${size} asked`,
  shown: (size: string) => `${size} shown`,
  times: (count: number) => `requested ${count} times`,
  zone: (id: string) => `Zone ${id}`,
  ms: (time: number) => `${Math.round(time).toLocaleString("en")} ms`,

  states: {
    filled: "Filled",
    empty: "No ad",
    error: "Problem",
    pending: "Requested",
    waiting: "Waiting",
    idle: "Left alone",
  } satisfies Record<SlotState, string>,

  moments: {
    found: "Found",
    request: "Requested",
    answered: "Answered",
    filled: "Image loaded",
    empty: "No ad",
    error: "Problem",
    impression: "Impression",
    viewable: "Viewable",
    click: "Click",
  } as Record<string, string>,

  waits: {
    endpoint: [
      "Not requested: the script has no data-endpoint.",
      "Give it the full address of the ad service, from your ad network.",
    ],
    manual: ["Not requested: the tag was not told to look at it.", "Call zonetag.scan()."],
    released: ["Not requested: the page took it back with destroy().", "scan() or refresh() brings it back."],
    near: [
      "Not requested yet: it is not near the visible part of the page.",
      "Scroll to it. data-lazy says how near it must be.",
    ],
    media: ["Not requested: its data-media does not match this window.", "Change the window, or the query."],
    dom: [
      "Not requested yet: the page is still loading.",
      "With data-zones on the script, it need not wait.",
    ],
    hidden: ["Not requested yet: the page is hidden.", "It is requested when somebody looks at the page."],
    consent: [
      "Not requested yet: waiting for the consent platform.",
      "It is requested once the reader has chosen, or after data-consent-timeout, then without any id.",
    ],
    soon: ["About to be requested."],
  } satisfies Record<Wait, Words>,

  /** By the code of a zone's error. */
  codes: {
    config: (message) => [message],
    "invalid-zone": (message) => [message],
    network: () => ["The ad service could not be reached.", "Finding out why …"],
    timeout: (_, patience) => [
      `The ad service did not answer within ${patience} ms.`,
      "If it stays so, tell your ad network. data-timeout on the script allows more time.",
    ],
    http: (message) => [
      `The ad service answered with ${message}.`,
      "From 500 on, the fault is on its side. Below, compare data-endpoint with what your ad network gave you.",
    ],
    "rate-limited": () => [
      "The ad service refused: too many requests from this network address.",
      "Wait until the limit resets.",
    ],
    "invalid-response": () => [
      "What came back is not the answer of an ad service.",
      "Check data-endpoint. The answer is under Requests.",
    ],
    rejected: (message) => [`The ad service refused the request: ${message}`],
    zone: (message) => [`The ad service says: “${message}”`, "Ask your ad network, with a copied report."],
    "unsafe-url": (message) => [
      `The ad was not shown, because one of its addresses is not a web address (${message}).`,
      "Report the campaign to your ad network.",
    ],
    "unsupported-type": (message) => [
      `The ad is of type “${message}”, which the tag does not draw.`,
      "Set the zone to banners at your ad network, or register a renderer with render().",
    ],
    renderer: (message) => [`The page's own renderer failed: ${message}`, "Ask who wrote the page's code."],
    image: (message) => [`The banner's image did not load: ${message}`, "Finding out why …"],
  } satisfies Record<ErrorCode, (message: string, patience: number) => Words> as Record<
    string,
    (message: string, patience: number) => Words
  >,

  wrongId: (id: string): Words => [
    `The ad service has no zone “${id}”.`,
    "Compare data-zone-id with the number in your ad network's account. It may have been deleted there.",
  ],
  noCampaign: (by: string): Words => [
    `No campaign matched ${by}.`,
    "Nothing is wrong with the page. More general keywords match more campaigns.",
  ],
  byKeywords: (keywords: string) => `the keywords “${keywords}”`,
  byAddress: (address: string) => `the words of the page's address ${address} (the zone has no keywords)`,
  byTargeting: (by: string, pairs: string) => `${by} together with ${pairs}`,

  /** `where`: an attribute, or a field of the request. */
  refused: (where: string, message: string): Words => [
    `The ad service refused the request because of ${where}: “${message}”`,
    "One refused value stops all zones of its request.",
  ],
  attributeOf: (name: string, id: number) => `${name} of zone ${id}`,
  /** Where the fields of `user` come from. */
  userFields: {
    ip: "the visitor's IP address, which your ad network has to take from the connection",
    id: "data-user-id",
    referer: "data-referer",
    gdpr: "data-gdpr or the consent platform",
    el: "the e-mail address given to set()",
    buyeruids: "buyeruids given to set()",
  } as Record<string, string>,

  /** Why there was no answer, or no image, by the error's code and what was found out. */
  diagnoses: {
    "network-policy": (host, directive) => [
      `The page's Content Security Policy blocks ${host} (${directive}).`,
      `Add ${host} to ${directive}.`,
    ],
    "network-offline": () => ["The browser is offline."],
    "network-mixed": (host) => [
      `The page is secure, the ad service's address ${host} is not (mixed content).`,
      "Write its https address into data-endpoint.",
    ],
    "network-cors": (host) => [
      `${host} answers, but the page may not read it.`,
      "The ad service has to send Access-Control-Allow-Origin. Or something blocked this one request.",
    ],
    "network-address": (host) => [
      `${host} answers, but the address of the ad request is blocked, most likely by an extension.`,
      "Switch content blockers off for this page and refresh.",
    ],
    "network-host": (host) => [
      `${host} cannot be reached: it is blocked by an extension or a filter, is down, or has another name.`,
      "Check data-endpoint, switch content blockers off for this page, and refresh.",
    ],
    "image-policy": (host, directive) => [
      `The page's Content Security Policy blocks the banner's image on ${host} (${directive}).`,
      `Add ${host} to ${directive}.`,
    ],
    "image-mixed": (host) => [
      `The page is secure, the banner's image on ${host} is not (mixed content).`,
      "Report the campaign to your ad network.",
    ],
    "image-broken": (host) => [
      `The banner's image on ${host} is broken, missing, or blocked by an extension.`,
      "Open its address in a new tab. If it does not show there either, report the campaign.",
    ],
    "image-late": (host) => [
      `The banner's image on ${host} loads now; before, it failed or took too long.`,
      "Refresh the zone.",
    ],
  } as Record<string, (host: string, directive?: string) => Words>,

  /** The tag's attributes and what each expects; none, where any text will do. */
  expected: {
    endpoint: "a full address",
    "zone-id": "a positive whole number",
    sub: "a whole number",
    keywords: "",
    size: "pixels, as in 300x250",
    media: "",
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
  } satisfies Record<Exclude<keyof Values, FromCode | "zoneid"> | "zone-id", string> as Record<
    string,
    string
  >,
  wrongValue: (name: string, value: string, expected: string): Words => [
    `${name}="${value}" cannot be right, so it is ignored.`,
    `Expected: ${expected}.`,
  ],
  sampleValue: (name: string, value: string): Words => [
    `${name}="${value}" is the sample value from an ad network's form.`,
    "Write your own, or take the attribute away.",
  ],
  unknown: (name: string, meant: string | undefined): Words => [
    `The tag has no attribute ${name}, so it is ignored.`,
    meant ? `Was ${meant} meant?` : "For a value that campaigns ask for, write data-target-…",
  ],

  moved: (value: string): Words => [
    `The page moved by ${value} (layout shift) when this zone was filled: it has no data-size.`,
    "Give it data-size.",
  ],
  larger: (banner: string, place: string): Words => [
    `The banner (${banner}) is larger than its place, so it is drawn at ${place}.`,
    "Make the place larger, or ask your ad network for this size.",
  ],
  covered: (by: string): Words => [
    `Something lies over it: ${by}`,
    "A covered ad is not seen. Move the other element.",
  ],
  noBox: (size: string): Words => [
    `It has no area on the page (${size}), so no impression counts.`,
    "Look for display:none or a height of 0.",
  ],
  twice: (count: number): Words => [
    `The tag's script is on the page ${count} times.`,
    "The first one works. Take the others away.",
  ],

  /** The parts of the line that says how the page is doing, by state or error code. */
  noVerdict: "No ad zones on this page",
  verdict: {
    filled: (count, all) => `${count} of ${all} filled`,
    empty: (count) => `${count} without an ad`,
    "wrong-id": (count) => many(count, "wrong id"),
    network: (count) => `${count} not reached`,
    timeout: (count) => `${count} timed out`,
    image: (count) => many(count, "broken image"),
    rejected: (count) => `${count} refused`,
    other: (count) => many(count, "other problem"),
    pending: (count) => `${count} on the way`,
    waiting: (count) => `${count} waiting`,
    idle: (count) => `${count} left alone`,
  } as Record<string, (count: number, all: number) => string>,

  measures: {
    bytes: "Tag, over the network",
    loaded: "Tag loaded in",
    asked: "First request left after",
    answered: "Ad service answered in",
    first: "First ad shown after",
    requests: "Network requests",
    shift: "Layout shift caused by ads",
    viewable: "Viewable impressions",
  },
  bytes: (count: number) => `${count.toLocaleString("en")} bytes`,
  unmeasured: "not known to this page",
  notYet: "not yet",
  requestsOf: (tag: number, ads: number, images: number, impressions: number) =>
    `${tag + ads + images + impressions} (${tag} tag, ${many(ads, "ad request")}, ${many(images, "image")}, ${many(impressions, "impression")})`,
  shiftOf: (ads: string, page: string) => `${ads} of the page's ${page}`,
  viewableOf: (viewable: number, all: number) =>
    `${viewable} of ${all} (${Math.round((viewable / all) * 100)} %)`,

  exchange: {
    title: (at: number, zones: number) => `Request ${at}, ${many(zones, "zone")}`,
    sent: "Sent",
    received: "Received",
    consent: (gdpr: number, text: string) => `GDPR: ${gdpr}, consent: “${text}”`,
    noConsent: "GDPR: not sent",
    status: (status: number, time: string) =>
      status ? `HTTP ${status} in ${time}` : `no answer, after ${time}`,
    again: "(second try)",
    open: "No answer yet.",
  },

  markdown: {
    title: (address: string) => `# Ads on ${address}`,
    columns: ["Zone", "State", "Asked", "Shown", "Steps", "Words"],
    left: "[left out]",
  },
};
