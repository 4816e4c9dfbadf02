import { describe, expect, it } from "vitest";
import { browsers, devices, deviceTypes, languages, operatingSystems } from "../../src/service/dimensions.ts";
import { countryOfAddress } from "../../src/service/geo.ts";
import { readAgent, Visitors } from "../../src/service/visitor.ts";

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

describe("a user agent", () => {
  it.each(AGENTS)("%s", (userAgent, [browser, system, device, type]) => {
    const agent = readAgent(userAgent);
    const name = (of: typeof browsers, id: number | undefined) =>
      id === undefined ? undefined : of.name(id);
    expect(name(browsers, agent.browser)).toBe(browser);
    expect(name(operatingSystems, agent.operatingSystem)).toBe(system);
    expect(name(devices, agent.device)).toBe(device);
    expect(name(deviceTypes, agent.deviceType)).toBe(type);
  });
});

describe("a country", () => {
  it.each([
    ["8.8.8.8", "USA"],
    ["2001:4860:4860::8888", "USA"],
    ["193.99.144.80", "DEU"],
    ["127.0.0.1", undefined],
    ["10.1.2.3", undefined],
    ["::1", undefined],
  ])("of %s is %s", (address, country) => {
    expect(countryOfAddress(address)).toBe(country);
  });
});

it("a language is its first two letters, when they are one", () => {
  const visitors = new Visitors((address) => address);
  const language = (text: string | undefined) => visitors.of("10.0.0.1", "", text).traits.language;
  expect(language("de-AT,en;q=0.5")).toBe(languages.id("de"));
  expect(language("xq")).toBe(undefined);
  expect(language(undefined)).toBe(undefined);
});

it("numbers never change: stored events refer to them", () => {
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
