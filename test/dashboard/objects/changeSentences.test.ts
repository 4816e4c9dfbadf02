/** Sentences of the history of changes. */
import { expect, test } from "vitest";
import { describeChange } from "../../../src/dashboard/objects/changeSentences.ts";
import { de } from "../../../src/dashboard/texts/managementDe.ts";
import { en } from "../../../src/dashboard/texts/managementEn.ts";
import type { Change } from "../../../src/protocol/management.ts";

const FORMATS = { texts: en, tag: "en", currency: "USD", isNetwork: false };
const GERMAN = { texts: de, tag: "de", currency: "USD", isNetwork: false };

const CHANGE: Change = {
  time: "2026-11-28T10:00:00Z",
  account: { id: 7, name: "Bob" },
  user: { id: 3, name: "Ann" },
  action: "change",
  kind: "campaigns",
  id: 301,
  owner: 7,
  before: {},
  after: {},
};

/** Intl writes non-breaking spaces. */
const plain = (text: string) => text.replace(/\s/g, " ");
const describe = (change: Partial<Change>, formats = FORMATS, isOwn = true) =>
  plain(describeChange({ ...CHANGE, ...change }, formats, isOwn));

test.each<[object, object, string, string]>([
  [
    { budget: { daily: "70" } },
    { budget: { daily: "77" } },
    "Ann set the daily budget to $77.00 (was $70.00).",
    "Ann hat das Tagesbudget auf 77,00 $ gesetzt (zuvor 70,00 $).",
  ],
  [
    { budget: {} },
    { budget: { total: "1250.5" } },
    "Ann set the total budget to $1,250.50.",
    "Ann hat das Gesamtbudget auf 1.250,50 $ gesetzt.",
  ],
  [
    { budget: { daily: "70" } },
    { budget: {} },
    "Ann removed the daily budget (was $70.00).",
    "Ann hat das Tagesbudget entfernt (zuvor 70,00 $).",
  ],
  [
    { weight: 1, to: "2026-12-01" },
    { weight: 3, to: "2026-12-24" },
    "Ann set the weight to 3 (was 1) and set the last day to Dec 24, 2026 (was Dec 1, 2026).",
    "Ann hat das Gewicht auf 3 gesetzt (zuvor 1) und den letzten Tag auf 24.12.2026 gesetzt (zuvor 01.12.2026).",
  ],
  [
    { pricing: { model: "cpm", price: "2" } },
    { pricing: { model: "cpc", price: "0.125" } },
    "Ann set the price to $0.125 CPC (was $2.00 CPM).",
    "Ann hat den Preis auf 0,125 $ CPC gesetzt (zuvor 2,00 $ TKP).",
  ],
  [
    { publisherShare: "0.7" },
    { publisherShare: "0.705" },
    "Ann set the revenue share to 70.5% (was 70%).",
    "Ann hat den Anteil des Publishers auf 70,5 % gesetzt (zuvor 70 %).",
  ],
  [
    {},
    { note: "Below the fold" },
    "Ann set the note to Below the fold.",
    "Ann hat die Notiz auf Below the fold gesetzt.",
  ],
  [{ active: true }, { active: false }, "Ann paused this.", "Ann hat das pausiert."],
  [{ active: false }, { active: true }, "Ann resumed this.", "Ann hat das fortgesetzt."],
  // The log leaves out default values.
  [{ active: false }, {}, "Ann resumed this.", "Ann hat das fortgesetzt."],
  [{}, { suspended: true }, "Ann suspended this.", "Ann hat das gesperrt."],
  [{ suspended: true }, {}, "Ann ended the suspension of this.", "Ann hat das entsperrt."],
  [{ deleted: false }, { deleted: true }, "Ann archived this.", "Ann hat das archiviert."],
  [{ deleted: true }, { deleted: false }, "Ann restored this.", "Ann hat das wiederhergestellt."],
  [
    { targeting: { countries: [] } },
    { targeting: { countries: ["DEU", "FRA"] } },
    "Ann set the countries to DEU, FRA.",
    "Ann hat die Länder auf DEU, FRA gesetzt.",
  ],
  [
    { keywords: ["news"] },
    { keywords: ["a", "b", "c", "d", "e", "f", "g"] },
    "Ann set the keywords to a, b, c, d, e, 2 more (was news).",
    "Ann hat die Stichwörter auf a, b, c, d, e und 2 weitere gesetzt (zuvor news).",
  ],
  [
    { targeting: { custom: {} } },
    { targeting: { custom: { section: ["sports"] } } },
    "Ann set the custom targeting to section: sports.",
    "Ann hat das eigene Targeting auf section: sports gesetzt.",
  ],
  [
    { frequency: [] },
    { frequency: [{ impressions: 3, seconds: 86400 }] },
    "Ann set the frequency caps to 3 in 86400 seconds.",
    "Ann hat die Frequency Caps auf 3 in 86400 Sekunden gesetzt.",
  ],
  [
    { goalSources: [{ goal: 1, source: "import" }] },
    { goalSources: [{ goal: 1, source: "report", from: "2026-12-01" }] },
    "Ann set the sources of goals to goal: 1; source: report; first day: 2026-12-01 (was goal: 1; source: import).",
    "Ann hat die Quellen der Ziele auf goal: 1; source: report; erster Tag: 2026-12-01 gesetzt (zuvor goal: 1; source: import).",
  ],
  [
    { unknownField: 1 },
    { unknownField: 2 },
    "Ann set unknownField to 2 (was 1).",
    "Ann hat unknownField auf 2 gesetzt (zuvor 1).",
  ],
  // Nothing that is shown changed.
  [{ keywords: [] }, {}, "Ann changed this.", "Ann hat das geändert."],
])("a change from %j to %j has a sentence in both languages", (before, after, english, german) => {
  expect(describe({ before, after })).toBe(english);
  expect(describe({ before, after }, GERMAN)).toBe(german);
});

const CREATIVE = { kind: "creatives", id: 9, campaign: { id: 301, name: "Spring" } } as const;
const RUNNING = {
  name: "Skates",
  image: "/a.png",
  size: "1x1",
  url: "https://a.example",
  review: "approved",
};
const WAITING = { image: "/b.png", size: "1x1", url: "https://b.example", review: "waiting" };
const REJECTED = { ...WAITING, review: "rejected", reason: "Too loud" };

test.each<[object, object, string, string]>([
  [
    RUNNING,
    { ...RUNNING, pending: WAITING },
    "sent a new version of the creative Skates of Spring for approval",
    "für das Werbemittel Skates von Spring eine neue Fassung zur Freigabe gesendet",
  ],
  [
    { ...RUNNING, pending: WAITING },
    { ...RUNNING, image: "/b.png", url: "https://b.example" },
    "approved the new version of the creative Skates of Spring",
    "für das Werbemittel Skates von Spring die neue Fassung freigegeben",
  ],
  [
    { ...RUNNING, pending: WAITING },
    { ...RUNNING, pending: REJECTED },
    "rejected the new version of the creative Skates of Spring (“Too loud”)",
    "für das Werbemittel Skates von Spring die neue Fassung abgelehnt („Too loud“)",
  ],
  [
    { ...RUNNING, pending: WAITING },
    RUNNING,
    "withdrew the new version of the creative Skates of Spring",
    "für das Werbemittel Skates von Spring die neue Fassung zurückgezogen",
  ],
  [
    { ...RUNNING, review: "waiting" },
    RUNNING,
    "approved the creative Skates of Spring",
    "das Werbemittel Skates von Spring freigegeben",
  ],
  [
    { ...RUNNING, review: "waiting" },
    { ...RUNNING, review: "rejected", reason: "Blurred" },
    "rejected the creative Skates of Spring (“Blurred”)",
    "das Werbemittel Skates von Spring abgelehnt („Blurred“)",
  ],
  [
    { ...RUNNING, review: "waiting" },
    { ...RUNNING, review: "withdrawn" },
    "withdrew the creative Skates of Spring",
    "das Werbemittel Skates von Spring zurückgezogen",
  ],
  [
    { ...RUNNING, weight: 1 },
    { ...RUNNING, weight: 2 },
    "set the weight of the creative Skates of Spring to 2 (was 1)",
    "das Gewicht des Werbemittels Skates von Spring auf 2 gesetzt (zuvor 1)",
  ],
])("a creative's change from %j to %j has a sentence in both languages", (before, after, english, german) => {
  expect(describe({ ...CREATIVE, before, after })).toBe(`Ann ${english}.`);
  expect(describe({ ...CREATIVE, before, after }, GERMAN)).toBe(`Ann hat ${german}.`);
});

test("creations and bulk changes name the other entries, and a page of all objects names each", () => {
  const { before: _, ...made } = CHANGE;
  const after = { name: "Spring", weight: 2 };
  const before = { name: "Spring", weight: 1 };
  expect(plain(describeChange({ ...made, action: "create", after }, FORMATS, true))).toBe(
    "Ann created this.",
  );
  expect(plain(describeChange({ ...made, action: "create", after }, FORMATS, false))).toBe(
    "Ann created Spring.",
  );
  const bulk = { before, after, ids: [301, 302, 303] };
  expect(describe(bulk)).toBe("Ann set the weight of this and 2 more to 2 (was 1).");
  expect(describe(bulk, FORMATS, false)).toBe("Ann set the weight of Spring and 2 more to 2 (was 1).");
  expect(describe(bulk, GERMAN, false)).toBe(
    "Ann hat das Gewicht von Spring und 2 weiteren auf 2 gesetzt (zuvor 1).",
  );
});

test.each<[object, boolean, string]>([
  [{}, false, "Ann"],
  [{ account: { id: 0, name: "your network" }, user: undefined }, false, "Your network"],
  [
    { account: { id: 0, name: "zonetag-service catalogue" }, user: undefined },
    true,
    "zonetag-service catalogue",
  ],
  [{ user: undefined, token: { id: 2, name: "Reporting" } }, false, "The API token Reporting"],
  [{ user: undefined }, false, "Bob"],
])("the author of a change with %j, for a network %s, is %s", (author, isNetwork, name) => {
  const { user: _, ...change } = CHANGE;
  const known = Object.fromEntries(
    Object.entries({ user: CHANGE.user, ...author }).filter(([, value]) => value),
  );
  const entry = { ...change, ...known, before: { active: true }, after: { active: false } };
  expect(describeChange(entry, { ...FORMATS, isNetwork }, true)).toBe(`${name} paused this.`);
});

test("amounts of several currencies have no sign", () => {
  const mixed = { ...FORMATS, currency: "XXX" };
  expect(describe({ after: { budget: { daily: "77" } } }, mixed)).toBe("Ann set the daily budget to 77.00.");
});
