/** Reads browser, operating system and device from a user agent, as the numbers stored with events. */
import Bowser from "bowser";
import { createIsbotFromList, list } from "isbot";
import { BoundedMap } from "../values/boundedMap.ts";
import {
  browsers,
  type DeviceName,
  devices,
  deviceTypes,
  operatingSystems,
} from "../values/visitorDimensions.ts";

interface UserAgent {
  browser: number | undefined;
  operatingSystem: number | undefined;
  device: number | undefined;
  deviceType: number | undefined;
  /** Whether the user agent declares a robot. */
  isRobot: boolean;
}

/**
 * User agents of HTTP libraries and headless browsers, which do not declare their purpose. Patterns that match one of
 * them are removed from the list of robots.
 */
const NOT_DECLARED = [
  ...["node", "curl/8.5.0", "Wget/1.21", "python-requests/2.31", "Go-http-client/1.1", "okhttp/4.9"],
  ...["axios/1.6", "Java/17", "HeadlessChrome/131.0", "Mozilla/5.0", "An app of a publisher"],
];
const isListed = createIsbotFromList(
  list.filter((pattern) => !NOT_DECLARED.some((userAgent) => new RegExp(pattern, "i").test(userAgent))),
);
/** User agents that call themselves a robot, or contain a page or an e-mail address. */
const DECLARATION =
  /(?<!\bcu)bots?\b|crawler|spider|scraper|fetcher|indexer|https?:\/\/|\bwww\.|@[a-z][\w-]+\./i;
/** Libraries that applications are built with. The remaining words are the application's name, such as `City News`. */
const APPLICATION = /\b(?:CFNetwork|Dalvik|okhttp|Alamofire|AFNetworking|axios|Cronet|Dart)\//i;

function isDeclaredRobot(userAgent: string): boolean {
  return DECLARATION.test(userAgent) || (isListed(userAgent) && !APPLICATION.test(userAgent));
}

/** Maximum characters of a user agent that are parsed. */
const MAX_LENGTH = 1024;
/** Maximum characters of a cached user agent; longer ones are not worth the memory. */
const MAX_CACHED_LENGTH = 512;
/** Cache: parsing a user agent costs more than deciding ten zones, and many visitors share a few user agents. */
const read = new BoundedMap<UserAgent>(10_000, MAX_CACHED_LENGTH);

export function readUserAgent(text: string): UserAgent {
  const userAgent = text.slice(0, MAX_LENGTH);
  return read.getOrCompute(userAgent, () => parseUserAgent(userAgent));
}

export const UNKNOWN_USER_AGENT: UserAgent = {
  browser: undefined,
  operatingSystem: undefined,
  device: undefined,
  deviceType: undefined,
  isRobot: false,
};

function parseUserAgent(userAgent: string): UserAgent {
  if (userAgent === "") return UNKNOWN_USER_AGENT;
  const { browser, os, platform } = Bowser.parse(userAgent);
  const type = platform.type ?? "";
  return {
    browser: browsers.id(browser.name ?? ""),
    operatingSystem: operatingSystems.id(os.name ?? ""),
    device: devices.id(nameDevice(userAgent, type, platform.vendor, platform.model)),
    deviceType: deviceTypes.id(type),
    isRobot: isDeclaredRobot(userAgent),
  };
}

const PHONES: [RegExp, DeviceName][] = [
  [/\bSM-|\bSamsung/i, "Samsung phone"],
  [/\bPixel\b/, "Google Pixel"],
  [/\bXiaomi|\bRedmi|\bPOCO|\bMi \d/i, "Xiaomi phone"],
  [/\bHuawei/i, "Huawei phone"],
  [/\bOnePlus/i, "OnePlus phone"],
  [/\bMotorola|\bmoto\b/i, "Motorola phone"],
  [/\bOPPO|\bCPH\d/i, "Oppo phone"],
  [/\bvivo\b/i, "Vivo phone"],
];

function nameDevice(userAgent: string, type: string, vendor?: string, model?: string): DeviceName | "" {
  const apple = `${vendor} ${model}`.toLowerCase();
  if (type === "mobile") {
    if (apple === "apple iphone") return "Apple iPhone";
    if (apple === "apple ipod") return "Apple iPod";
    return PHONES.find(([pattern]) => pattern.test(userAgent))?.[1] ?? "Other phone";
  }
  if (type === "tablet") {
    if (apple === "apple ipad") return "Apple iPad";
    if (vendor === "Amazon") return "Amazon tablet";
    return /\bSM-|\bSamsung/i.test(userAgent) ? "Samsung tablet" : "Other tablet";
  }
  if (type === "desktop") return vendor === "Apple" ? "Apple Mac" : "Computer";
  if (type === "tv") return "Television";
  return type === "bot" ? "Robot" : "";
}
