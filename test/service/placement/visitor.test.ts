import { expect, test } from "vitest";
import { locateCountry } from "../../../src/service/net/geo.ts";
import { readUserAgent } from "../../../src/service/placement/userAgent.ts";
import { Visitors } from "../../../src/service/placement/visitor.ts";
import {
  browsers,
  devices,
  deviceTypes,
  languages,
  operatingSystems,
} from "../../../src/service/values/visitorDimensions.ts";

const AGENTS: [string, (string | undefined)[]][] = [
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36",
    ["Chrome", "Windows", "Computer", "desktop"],
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15",
    ["Safari", "macOS", "Apple Mac", "desktop"],
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
    ["Safari", "iOS", "Apple iPhone", "mobile"],
  ],
  [
    "Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/24.0 Chrome/117.0.0.0 Mobile Safari/537.36",
    ["Samsung Internet for Android", "Android", "Samsung phone", "mobile"],
  ],
  [
    "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0",
    ["Firefox", "Linux", "Computer", "desktop"],
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0",
    ["Microsoft Edge", "Windows", "Computer", "desktop"],
  ],
  [
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    [undefined, undefined, "Robot", "bot"],
  ],
  ["something else", [undefined, undefined, undefined, undefined]],
  ["", [undefined, undefined, undefined, undefined]],
];

test.each(AGENTS)(
  "browser, system and device are read from the user agent %s",
  (userAgent, [browser, system, device, type]) => {
    const agent = readUserAgent(userAgent);
    const name = (of: typeof browsers, id: number | undefined) =>
      id === undefined ? undefined : of.name(id);
    expect(name(browsers, agent.browser)).toBe(browser);
    expect(name(operatingSystems, agent.operatingSystem)).toBe(system);
    expect(name(devices, agent.device)).toBe(device);
    expect(name(deviceTypes, agent.deviceType)).toBe(type);
  },
);

const ANDROID = (model: string, more = " Mobile") =>
  `Mozilla/5.0 (Linux; Android 13; ${model}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0${more} Safari/537.36`;
const APPLE = (model: string) =>
  `Mozilla/5.0 (${model} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1 Mobile/15E148 Safari/604.1`;

test.each([
  [APPLE("iPod touch; CPU iPhone OS 12_5"), "Apple iPod", "mobile"],
  [ANDROID("Pixel 7"), "Google Pixel", "mobile"],
  [ANDROID("Redmi Note 8"), "Xiaomi phone", "mobile"],
  [ANDROID("Mi 9"), "Xiaomi phone", "mobile"],
  [ANDROID("HUAWEI P30"), "Huawei phone", "mobile"],
  [ANDROID("OnePlus 9"), "OnePlus phone", "mobile"],
  [ANDROID("moto g(60)"), "Motorola phone", "mobile"],
  [ANDROID("CPH2185"), "Oppo phone", "mobile"],
  [ANDROID("vivo 1904"), "Vivo phone", "mobile"],
  [ANDROID("CUBOT P40"), "Other phone", "mobile"],
  [APPLE("iPad; CPU OS 12_5"), "Apple iPad", "tablet"],
  [ANDROID("KFTRWI", " Silk/120.1"), "Amazon tablet", "tablet"],
  [ANDROID("SM-T870", ""), "Samsung tablet", "tablet"],
  [ANDROID("Lenovo TB-X306F", ""), "Other tablet", "tablet"],
  [
    "Mozilla/5.0 (SMART-TV; LINUX; Tizen 6.0) AppleWebKit/537.36 (KHTML, like Gecko) Version/6.0 TV Safari/537.36",
    "Television",
    "tv",
  ],
])("the user agent %s has the device %s of the type %s", (userAgent, device, type) => {
  const agent = readUserAgent(userAgent);
  expect(devices.name(agent.device ?? 0)).toBe(device);
  expect(deviceTypes.name(agent.deviceType ?? 0)).toBe(type);
});

test("only the first 1,024 characters of a user agent are read, without surrounding spaces", () => {
  const [[chrome = ""] = []] = AGENTS;
  expect(readUserAgent(`${chrome} Googlebot/2.1`).isRobot).toBe(true);
  expect(readUserAgent(`${chrome.padEnd(1024)}Googlebot/2.1`).isRobot).toBe(false);
  expect(readUserAgent(`  ${chrome}  `)).toEqual(readUserAgent(chrome));
  expect(readUserAgent("   ")).toEqual(readUserAgent(""));
});

test.each([
  ["8.8.8.8", "USA"],
  ["2001:4860:4860::8888", "USA"],
  ["193.99.144.80", "DEU"],
  ["127.0.0.1", undefined],
  ["10.1.2.3", undefined],
  ["::1", undefined],
])("the country of %s is %s", (address, country) => {
  expect(locateCountry(address).country).toBe(country);
});

const visitors = new Visitors(() => ({}), new Map());
test.each<[string | undefined, string | undefined]>([
  ["de-AT,en;q=0.5", "de"],
  ["en;q=0.5, de", "de"],
  ["fil-PH,en;q=0.4", "en"],
  ["fil", undefined],
  ["fi;q=0", undefined],
  ["fi;q=0, sv;q=0.1", "sv"],
  ["*", undefined],
  ["FI-fi", "fi"],
  ["zh-Hant-TW", "zh"],
  ["xq", undefined],
  ["", undefined],
  [undefined, undefined],
])("Accept-Language %j selects the language %j", (language, expected) => {
  const clues = { address: "10.0.0.1", userAgent: "", language, hasConsent: true };
  const id = expected === undefined ? undefined : languages.id(expected);
  expect(visitors.find(clues).language).toBe(id);
});

test("a visitor with headers of more than 1,024 characters in total is recognized but not cached", () => {
  const visitors = new Visitors(() => ({}), new Map());
  const clues = { address: "192.0.2.1", userAgent: "x", language: "de", hasConsent: true };
  expect(visitors.find(clues)).toBe(visitors.find(clues));
  for (const header of ["userAgent", "language"]) {
    const long = { ...clues, [header]: "x".repeat(1024) };
    expect(visitors.find(long)).toEqual(visitors.find(long));
    expect(visitors.find(long)).not.toBe(visitors.find(long));
  }
});

test("visitors whose address and headers concatenate to equal texts are cached separately", () => {
  const visitors = new Visitors(
    (address) => ({ country: address === "10.0.0.1" ? "DEU" : "FRA" }),
    new Map(),
  );
  const clues = { language: undefined, hasConsent: true };
  expect(visitors.find({ ...clues, address: "10.0.0.1", userAgent: "1" }).country).toBe("DEU");
  expect(visitors.find({ ...clues, address: "10.0.0.11", userAgent: "" }).country).toBe("FRA");
});

test("without consent only the country of a visitor is kept", () => {
  const visitors = new Visitors(() => ({ country: "GBR", subdivision: "GB-SCT" }), new Map([["GB-SCT", 4]]));
  const clues = { address: "192.0.2.1", userAgent: AGENTS[0]?.[0] ?? "", language: "en" };
  expect(visitors.find({ ...clues, hasConsent: true }).values).toMatchObject({ region_id: 4, browser_id: 1 });
  expect(visitors.find({ ...clues, hasConsent: false }).values).toEqual({ country_iso: "GBR" });
});

test("the ids of browsers, systems, device types and languages do not change, as stored events use them", () => {
  const first = (of: typeof browsers) =>
    of
      .entries()
      .slice(0, 4)
      .map(({ name }) => name);
  expect(first(browsers)).toEqual(["Chrome", "Safari", "Microsoft Edge", "Firefox"]);
  expect(first(operatingSystems)).toEqual(["Windows", "macOS", "iOS", "Android"]);
  expect(first(deviceTypes)).toEqual(["desktop", "mobile", "tablet", "tv"]);
  expect([languages.id("aa"), languages.id("de"), languages.id("zu")]).toEqual([1, 33, 184]);
});
