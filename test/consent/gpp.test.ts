/** Sections of the Global Privacy Platform, as the IAB's library for platforms reports them. */
import { CmpApi } from "@iabgpp/cmpapi";
import { beforeEach, expect, test } from "vitest";
import { type PingData, parsePing } from "../../src/consent/gpp.ts";

const TC_STRING = "CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA";
const NOT_APPLICABLE = { gdprApplies: false, tcString: "" };
const LIMITED = { gdprApplies: true, tcString: "" };

type Gpp = (command: string, callback: (value: PingData) => void) => void;
const page = globalThis as { window?: unknown; __gpp?: Gpp };

beforeEach(() => {
  // The library takes queued calls and events over from the stub.
  page.window = page;
  page.__gpp = () => [];
  return () => {
    delete page.window;
    delete page.__gpp;
  };
});

function ping(applicable: number[], fill: (platform: CmpApi) => void = () => {}): PingData {
  const platform = new CmpApi(31, 1);
  fill(platform);
  platform.setApplicableSections(applicable);
  let data: PingData = {};
  page.__gpp?.("ping", (value) => {
    data = value;
  });
  return data;
}

const setTcf = (platform: CmpApi) => platform.setSectionString("tcfeuv2", TC_STRING);
const set = (section: string, field: string, value: unknown) => (platform: CmpApi) =>
  platform.setFieldValue(section, field, value);

test.each<[what: string, data: () => PingData, expected: object]>([
  ["no section applies → GDPR does not apply", () => ping([-1]), NOT_APPLICABLE],
  ["empty ping data → no consent", () => ({}), LIMITED],
  ["undetermined sections → no consent", () => ping([0]), LIMITED],
  [
    "TCF applies → TC string",
    () => ping([2], setTcf),
    { gdprApplies: true, tcString: expect.stringMatching(`^${TC_STRING}`) },
  ],
  ["TCF applies without a section → no consent", () => ping([2]), LIMITED],
  [
    "TCF applies beside an opt-out in the United States → TC string",
    () =>
      ping([2], (platform) => {
        setTcf(platform);
        set("usnat", "SaleOptOut", 1)(platform);
      }),
    { gdprApplies: true, tcString: expect.stringMatching(`^${TC_STRING}`) },
  ],
  ["Canada's TCF applies → no consent", () => ping([5], set("tcfcav1", "CmpId", 31)), LIMITED],
  [
    "United States without an opt-out → GDPR does not apply",
    () => ping([7], set("usnat", "SaleOptOut", 2)),
    NOT_APPLICABLE,
  ],
  [
    "US state without an opt-out → GDPR does not apply",
    () => ping([8], set("usca", "SaleOptOut", 2)),
    NOT_APPLICABLE,
  ],
  ["opt-out of sale → no consent", () => ping([7], set("usnat", "SaleOptOut", 1)), LIMITED],
  ["opt-out of sharing → no consent", () => ping([8], set("usca", "SharingOptOut", 1)), LIMITED],
  [
    "opt-out of targeted ads → no consent",
    () => ping([7], set("usnat", "TargetedAdvertisingOptOut", 1)),
    LIMITED,
  ],
  ["Global Privacy Control → no consent", () => ping([7], set("usnat", "Gpc", true)), LIMITED],
  [
    "a child without consent → no consent",
    () => ping([7], set("usnat", "KnownChildSensitiveDataConsents", [0, 1, 0])),
    LIMITED,
  ],
  [
    "US Privacy string with an opt-out → no consent",
    () => ping([6], set("uspv1", "OptOutSale", "Y")),
    LIMITED,
  ],
  [
    "US Privacy string without an opt-out → GDPR does not apply",
    () => ping([6], set("uspv1", "OptOutSale", "N")),
    NOT_APPLICABLE,
  ],
  ["applicable section missing from the string → no consent", () => ping([7]), LIMITED],
  [
    "section without data that the platform parsed → no consent",
    () => ({ applicableSections: [7], sectionList: [7], gppString: "DBABLA~BVQqAAAAAgA.QA" }),
    LIMITED,
  ],
])("GPP: %s", (_what, data, expected) => {
  expect(parsePing(data())).toEqual(expected);
});
