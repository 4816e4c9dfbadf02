/** The patterns of TC strings, with strings of the IAB's own library. */
import { GVL, TCModel, TCString, type VendorList } from "@iabtechlabtcf/core";
import { expect, test } from "vitest";
import { MAX_CONSENT, TC_PURPOSE_1, TC_PURPOSE_7, TC_STRING } from "../../src/protocol/placement.ts";

const PURPOSES = Array.from({ length: 24 }, (_, at) => at + 1);

/** Writes a TC string with consent to these purposes. */
function write(purposes: number[], change: (model: TCModel) => void = () => {}): string {
  const none = {
    purposes: {},
    specialPurposes: {},
    features: {},
    specialFeatures: {},
    vendors: {},
    stacks: {},
  };
  const list: VendorList = {
    ...none,
    dataCategories: {},
    gvlSpecificationVersion: 3,
    vendorListVersion: 1,
    tcfPolicyVersion: 5,
    lastUpdated: "2026-01-01T00:00:00Z",
  };
  const model = new TCModel(new GVL(list));
  model.cmpId = 31;
  model.cmpVersion = 1;
  model.purposeConsents.set(purposes);
  change(model);
  return TCString.encode(model);
}

/** Reads what the tag and the service read: consent to purpose 1, or undefined where it is no TC string. */
const read = (text: string) => (TC_STRING.test(text) ? TC_PURPOSE_1.test(text) : undefined);

test.each(PURPOSES)("a TC string with purpose %d alone gives consent only if it is purpose 1", (purpose) => {
  expect(read(write([purpose]))).toBe(purpose === 1);
  expect(read(write(PURPOSES.filter((one) => one !== purpose)))).toBe(purpose !== 1);
});

test.each(PURPOSES)("a TC string with purpose %d alone measures ads only if it is purpose 7", (purpose) => {
  expect(TC_PURPOSE_7.test(write([purpose]))).toBe(purpose === 7);
  expect(TC_PURPOSE_7.test(write(PURPOSES.filter((one) => one !== purpose)))).toBe(purpose !== 7);
});

test.each<[string, (model: TCModel) => void]>([
  ["vendors", (model) => model.vendorConsents.set([1, 2, 755, 1111])],
  ["legitimate interests alone", (model) => model.purposeLegitimateInterests.set([1, 2, 3])],
  ["special features", (model) => model.specialFeatureOptins.set([1, 2])],
  ["publisher purposes", (model) => model.publisherConsents.set([1])],
  [
    "a purpose 1 that its country treats apart",
    (model) => Object.assign(model, { purposeOneTreatment: true }),
  ],
  ["global scope", (model) => Object.assign(model, { isServiceSpecific: false })],
  ["another language", (model) => Object.assign(model, { consentLanguage: "PT-BR" })],
  ["an early time", (model) => Object.assign(model, { created: new Date("2020-03-31") })],
  ["a time of the far future", (model) => Object.assign(model, { lastUpdated: new Date("2055-01-01") })],
])("consent to purpose 1 does not depend on %s", (_, change) => {
  expect(read(write([], change))).toBe(false);
  expect(read(write([1], change))).toBe(true);
});

test("the segments after the core may be missing, or in another order", () => {
  for (const purposes of [[], [1]]) {
    const [core = "", ...segments] = write(purposes).split(".");
    expect(segments.length).toBeGreaterThan(1);
    for (const text of [core, [core, ...segments.toReversed()].join(".")])
      expect(read(text)).toBe(purposes.length > 0);
  }
});

test("the pattern of TC strings matches up to the maximum length", () => {
  const core = write([1]).split(".")[0] ?? "";
  expect(read(`${core}.`.padEnd(MAX_CONSENT, "A"))).toBe(true);
  expect(read(`${core}.`.padEnd(MAX_CONSENT + 1, "A"))).toBeUndefined();
});

test.each([
  "marketing",
  "granted",
  "1YNN",
  "CPx",
  "CONSENT",
  "Consent to marketing, analytics and personalisation",
  "ConsentToMarketingAnalyticsAndPersonalisationOfAds",
  "customer-consent-of-the-visitor-to-all-purposes-2026",
  "CUSTOMER_CONSENT_OF_THE_VISITOR_TO_ALL_PURPOSES_2026",
  `C${"A".repeat(60)}`,
  // Created in 2009; a language in lower case.
  "CHZP8AAQuZP8AAKABAENABFgAP_gAAAAAAYgAAAAAAAA",
  "CQuZP8AQuZP8AAKABAenABFgAP_gAAAAAAYgAAAAAAAA",
  "C0001:1,C0002:1,C0003:1,C0004:1,C0005:1,C0006:1,C0007:1",
  // TCF 1, and the header of a GPP string before its section.
  "BOEFEAyOEFEAyAHABDENAI4AAAB9vABAASABOEFEAyOEFEAyAHA",
  "DBABMA~CQuZP8AQuZP8AAKABAENABFgAP_gAAAAAAYgAAAAAAAA",
  // The core is not the first segment, is cut off, or is padded.
  "IHCQAgAAgOEA.CQuZP8AQuZP8AAKABAENABFgAP_gAAAAAAYgAAAAAAAA",
  "CQuZP8AQuZP8AAKABAENABFgAP_g",
  "CQuZP8AQuZP8AAKABAENABFgAP_g.IHCQAgAAgOEAIHCQAgAAgOEAIHCQAgAAgOEA",
  " CQuZP8AQuZP8AAKABAENABFgAP_gAAAAAAYgAAAAAAAA",
  "CQuZP8AQuZP8AAKABAENABFgAP/gAAAAAAYgAAAAAAAA",
])("%j is no TC string", (text) => {
  expect(read(text)).toBeUndefined();
});

test("an empty consent string is valid, and no consent", () => {
  expect(read("")).toBe(false);
});
