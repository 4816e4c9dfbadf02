/** Values of macros in landing pages. */
import { expect, test } from "vitest";
import { MACROS } from "../../../src/protocol/macros.ts";
import { listKeys } from "../../../src/protocol/tables.ts";
import type { Variation } from "../../../src/service/catalogue/catalogue.ts";
import type { Token, TokenVisitor } from "../../../src/service/signing/token.ts";
import { writeLandingPage } from "../../../src/service/tracking/landingPage.ts";
import { browsers, deviceTypes, operatingSystems } from "../../../src/service/values/visitorDimensions.ts";
import { aCampaign, aCatalogue, aVariation } from "../support/catalogue.ts";

const CLICK_ID = "1.2.3-x";
const PAGE = "https://shop.example/";
const ALL = `${PAGE}?${listKeys(MACROS)
  .map((name) => `${name}={${name}}`)
  .join("&")}`;
const KNOWN: TokenVisitor = {
  country: "DEU",
  region: 7,
  language: 33,
  browser: browsers.id("Samsung Internet for Android"),
  operatingSystem: operatingSystems.id("Chrome OS"),
  device: 3,
  deviceType: deviceTypes.id("tablet"),
  isRobot: false,
  allowsClickId: true,
  address: "a-digest-1",
  user: "a-digest-2",
};
const UNKNOWN: TokenVisitor = {
  country: undefined,
  region: undefined,
  language: undefined,
  browser: undefined,
  operatingSystem: undefined,
  device: undefined,
  deviceType: undefined,
  isRobot: false,
  allowsClickId: false,
  address: undefined,
  user: undefined,
};

function createVariation(url: string): Variation {
  const campaign = aCampaign({ id: 1, variations: [{ ...aVariation(1), url }] });
  const [variation] = aCatalogue({ campaigns: [campaign] }).data.campaigns[0]?.variations ?? [];
  if (!variation) throw new Error("No creative.");
  return variation;
}

const TOKEN: Token = {
  epoch: 1,
  number: 2,
  decidedAt: 1_790_000_000_000,
  zone: 101,
  campaign: 5,
  variation: 51,
  sub: -7,
  reserved: "a-mark",
  visitor: KNOWN,
};

function write(url: string, changed: Partial<Token> = {}, site: number | null = 9, clickId = CLICK_ID) {
  const click = { token: { ...TOKEN, ...changed }, site: site ?? undefined, clickedAt: 1_790_000_012_345 };
  return writeLandingPage(createVariation(url), click, () => clickId);
}

test("each macro has its percent-encoded value", () => {
  const { searchParams, href } = new URL(write(ALL));
  expect(Object.fromEntries(searchParams)).toEqual({
    click_id: CLICK_ID,
    campaign_id: "5",
    variation_id: "51",
    zone_id: "101",
    site_id: "9",
    sub: "-7",
    country: "DEU",
    device_type: "tablet",
    os: "Chrome OS",
    browser: "Samsung Internet for Android",
    timestamp: "1790000012",
  });
  expect(href).toMatch(/^[!-~]+$/);
  expect(href).toContain("browser=Samsung%20Internet%20for%20Android");
});

test("macros with an unknown value are empty", () => {
  const { searchParams } = new URL(write(ALL, { sub: undefined, visitor: UNKNOWN }, null, ""));
  expect([...searchParams].flatMap(([name, value]) => (value === "" ? [name] : []))).toEqual(
    listKeys(MACROS).filter((name) => !/^(campaign|variation|zone)_id$|^timestamp$/.test(name)),
  );
  const later = new URL(write(ALL, { visitor: { ...KNOWN, browser: 9999 } })).searchParams;
  expect(later.get("browser")).toBe("");
});

test("a value at its longest has the length for which addresses are checked", () => {
  const measure = (macro: string, changed: Partial<Token> = {}, site = 9) =>
    write(`${PAGE}?{${macro}}`, changed, site).length - PAGE.length - 1;
  const longest = (codes: readonly string[]) =>
    Math.max(...codes.map((name) => encodeURIComponent(name).length));
  const id = 2 ** 31 - 1;
  expect({
    click_id: MACROS.click_id,
    campaign_id: measure("campaign_id", { campaign: id }),
    variation_id: measure("variation_id", { variation: id }),
    zone_id: measure("zone_id", { zone: Number.MAX_SAFE_INTEGER }),
    site_id: measure("site_id", {}, id),
    sub: measure("sub", { sub: Number.MIN_SAFE_INTEGER }),
    country: measure("country"),
    device_type: longest(deviceTypes.codes),
    os: longest(operatingSystems.codes),
    browser: longest(browsers.codes),
    timestamp: measure("timestamp"),
  }).toEqual(MACROS);
});

test("macros are filled twice, behind an existing query and in the fragment, never in the path", () => {
  expect(write(`${PAGE}{sub}/?a=1&b={sub}&c={sub}#{zone_id}`)).toBe(`${PAGE}%7Bsub%7D/?a=1&b=-7&c=-7#101`);
});

test.each(["?a={}&b={Click_ID}&c={cost}&d={{click_id}}", "?a=%7Bclick_id%7D", "?a={"])(
  "a stored address keeps %j as text",
  (rest) => {
    expect(write(PAGE + rest)).toBe(PAGE + rest);
  },
);

test("if the filled address is longer than 2,048 characters, only the click id is left out", () => {
  const rest = "?id={click_id}&zone={zone_id}&again={click_id}";
  const filled = `?id=${CLICK_ID}&zone=101&again=${CLICK_ID}`;
  const path = (length: number) => PAGE + "a".repeat(length - PAGE.length - filled.length);
  expect(write(path(2048) + rest)).toBe(path(2048) + filled);
  expect(write(path(2049) + rest)).toBe(`${path(2049)}?id=&zone=101&again=`);
  // An address that was stored before its length was limited.
  expect(write(`${path(30_000)}?zone={zone_id}`)).toBe(`${path(30_000)}?zone=101`);
});

test("an address is parsed once for all clicks on a version of its creative", () => {
  const variation = createVariation(`${PAGE}?{sub}`);
  let reads = 0;
  const counting = {
    ...variation,
    get url() {
      reads += 1;
      return variation.url;
    },
  };
  for (let click = 0; click < 3; click++)
    writeLandingPage(counting, { token: TOKEN, site: 1, clickedAt: 0 }, () => CLICK_ID);
  expect(reads).toBe(1);
});
