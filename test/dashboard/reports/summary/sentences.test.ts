/** The sentences above the overview's chart, from fixed numbers. */
import { expect, test } from "vitest";
import {
  type Compared,
  type Counts,
  type Explaining,
  findChanges,
  isChanged,
  type Member,
} from "../../../../src/dashboard/reports/summary/findings.ts";
import { type Sentence, writeSentences } from "../../../../src/dashboard/reports/summary/sentences.ts";
import { de } from "../../../../src/dashboard/texts/de.ts";
import { createLocale, ENGLISH } from "../../../../src/dashboard/texts/locale.ts";

const EN = createLocale(ENGLISH, "USD", ["en-US"]);
const DE = createLocale({ language: "de", texts: de }, "EUR", ["de-DE"]);

type Sums = readonly [impressions: number, clicks: number];
type Sides = { now: Sums; before: Sums };

const toCounts = ([impressions, clicks]: Sums): Counts => ({ impressions, clicks });
const add = (all: readonly Sums[]): Sums =>
  all.reduce(([impressions, clicks], [more, others]) => [impressions + more, clicks + others], [0, 0]);

/** Builds a comparison from members by grouping and name. By default, each day gets a seventh of the sums. */
function compare(
  groups: Partial<Record<Explaining, Record<string, Sides>>>,
  days?: readonly Sides[],
): Compared {
  const [first = {}] = Object.values(groups);
  const sums = Object.values(first);
  const total = { now: add(sums.map(({ now }) => now)), before: add(sums.map(({ before }) => before)) };
  const share = ([impressions, clicks]: Sums): Sums => [impressions / 7, clicks / 7];
  const even = Array.from({ length: 7 }, () => ({ now: share(total.now), before: share(total.before) }));
  return {
    days: (days ?? even).map(({ now, before }, at) => ({
      key: `2026-11-${16 + at}`,
      now: toCounts(now),
      before: toCounts(before),
    })),
    total: { now: toCounts(total.now), before: toCounts(total.before) },
    groups: Object.fromEntries(
      Object.entries(groups).map(([grouping, members]) => [
        grouping,
        Object.entries(members).map(
          ([name, { now, before }]): Member => ({
            key: name,
            name,
            now: toCounts(now),
            before: toCounts(before),
          }),
        ),
      ]),
    ),
  };
}

const QUIET = { now: [10_050, 101], before: [10_000, 100] } as const;
const DESKTOP = (now: Sums, before: Sums) => ({ Desktop: { now, before } });

const CASES: [name: string, Compared, en: string[], de: string[]][] = [
  [
    "a quiet week",
    compare({ site_id: { News: QUIET, Shop: QUIET } }),
    ["Nothing unusual: impressions and CTR hardly changed vs Nov 9 – 15."],
    ["Nichts Auffälliges: Einblendungen und Klickrate sind ggü. 9.–15. Nov. kaum verändert."],
  ],
  [
    "a period after one without impressions",
    compare({ site_id: { News: { now: [118, 14], before: [0, 0] } } }),
    ["118 impressions, none before."],
    ["118 Einblendungen, zuvor keine."],
  ],
  [
    "a period with clicks after one with impressions alone",
    compare({ site_id: { News: { now: [1_180, 14], before: [1_200, 0] } } }),
    ["14 clicks, none before."],
    ["14 Klicks, zuvor keine."],
  ],
  [
    "a period without impressions after one with some",
    compare({ site_id: { News: { now: [0, 0], before: [118, 14] } } }),
    ["Impressions fell 100% vs Nov 9 – 15."],
    ["Die Einblendungen sind ggü. 9.–15. Nov. um 100 % gesunken."],
  ],
  [
    "two periods without impressions",
    compare({ site_id: { News: { now: [0, 0], before: [0, 0] } } }),
    [],
    [],
  ],
  [
    "a few impressions after none, as random as none",
    compare({ site_id: { News: { now: [5, 1], before: [0, 0] } } }),
    [],
    [],
  ],
  [
    "no impressions after a few, as random as a few",
    compare({ site_id: { News: { now: [0, 0], before: [5, 1] } } }),
    [],
    [],
  ],
  [
    "a small account whose changes are within random variation",
    compare({ site_id: { News: { now: [20, 1], before: [30, 2] } } }),
    ["Nothing unusual: impressions and CTR hardly changed vs Nov 9 – 15."],
    ["Nichts Auffälliges: Einblendungen und Klickrate sind ggü. 9.–15. Nov. kaum verändert."],
  ],
  [
    "a statistically certain change below five percent",
    compare({ site_id: { News: { now: [10_400_000, 104_000], before: [10_000_000, 100_000] } } }),
    ["Nothing unusual: impressions and CTR hardly changed vs Nov 9 – 15."],
    ["Nichts Auffälliges: Einblendungen und Klickrate sind ggü. 9.–15. Nov. kaum verändert."],
  ],
  [
    "a zone that stops on Thursday while the site's other zone continues",
    compare(
      {
        site_id: {
          News: { now: [14_000, 140], before: [17_000, 170] },
          Shop: { now: [7_000, 70], before: [7_000, 70] },
        },
        zone_id: {
          Top: { now: [10_000, 100], before: [10_000, 100] },
          Side: { now: [4_000, 40], before: [7_000, 70] },
          Shelf: { now: [7_000, 70], before: [7_000, 70] },
        },
      },
      [
        ...Array.from({ length: 3 }, () => ({ now: [3_400, 34], before: [3_400, 34] }) as const),
        ...Array.from({ length: 4 }, () => ({ now: [2_700, 27], before: [3_450, 34] }) as const),
      ],
    ),
    ["Impressions fell 13% vs Nov 9 – 15, since Thu, Nov 19: the zone Side explains 100% of the change."],
    [
      "Die Einblendungen sind ggü. 9.–15. Nov. um 13 % gesunken, und zwar seit Do., 19. Nov. – die Zone Side erklärt 100 % der Veränderung.",
    ],
  ],
  [
    "a fall that all sites share evenly, without a named cause",
    compare({
      site_id: {
        News: { now: [7_000, 70], before: [10_000, 100] },
        Shop: { now: [1_400, 14], before: [2_000, 20] },
      },
      device_type_id: DESKTOP([8_400, 84], [12_000, 120]),
    }),
    ["Impressions fell 30% vs Nov 9 – 15."],
    ["Die Einblendungen sind ggü. 9.–15. Nov. um 30 % gesunken."],
  ],
  [
    "a country that explains over half of the change, without a smaller one",
    compare({
      country_iso: {
        Germany: { now: [16_000, 160], before: [10_000, 100] },
        France: { now: [14_000, 140], before: [10_000, 100] },
      },
    }),
    ["Impressions rose 50% vs Nov 9 – 15: Germany explains 60% of the change."],
    ["Die Einblendungen sind ggü. 9.–15. Nov. um 50 % gestiegen – Germany erklärt 60 % der Veränderung."],
  ],
  [
    "a campaign whose creative is clicked more",
    compare({
      campaign_id: {
        Boots: { now: [50_000, 1_500], before: [50_000, 500] },
        Hats: { now: [50_000, 500], before: [50_000, 500] },
      },
    }),
    ["The CTR rose 100% vs Nov 9 – 15: the campaign Boots explains 100% of the change."],
    [
      "Die Klickrate ist ggü. 9.–15. Nov. um 100 % gestiegen – die Kampagne Boots erklärt 100 % der Veränderung.",
    ],
  ],
  [
    "a shift of impressions to the site with the lower CTR, with unchanged CTR of each site",
    compare({
      site_id: {
        News: { now: [40_000, 800], before: [80_000, 1_600] },
        Shop: { now: [60_000, 300], before: [20_000, 100] },
      },
    }),
    [
      "The CTR fell 35% vs Nov 9 – 15: the site Shop now has 60% of the impressions instead of 20%, while the rates themselves hardly changed.",
    ],
    [
      "Die Klickrate ist ggü. 9.–15. Nov. um 35 % gesunken – die Website Shop hat jetzt 60 % der Einblendungen statt 20 %, die Klickraten selbst sind kaum verändert.",
    ],
  ],
  [
    "a change of both impressions and CTR",
    compare({
      device_type_id: {
        Mobile: { now: [40_000, 200], before: [20_000, 200] },
        Desktop: { now: [20_000, 200], before: [20_000, 200] },
      },
    }),
    [
      "Impressions rose 50% vs Nov 9 – 15: the device type Mobile explains 100% of the change.",
      "The CTR fell 33% vs Nov 9 – 15: the device type Mobile explains 100% of the change.",
    ],
    [
      "Die Einblendungen sind ggü. 9.–15. Nov. um 50 % gestiegen – der Gerätetyp Mobile erklärt 100 % der Veränderung.",
      "Die Klickrate ist ggü. 9.–15. Nov. um 33 % gesunken – der Gerätetyp Mobile erklärt 100 % der Veränderung.",
    ],
  ],
];

const joinSentence = ({ start, named, end }: Sentence) => start + (named?.name ?? "") + end;

test.each(CASES)("%s is described in English and German", (_name, compared, en, german) => {
  const findings = findChanges(compared);
  expect(writeSentences(findings, "vs Nov 9 – 15", EN).map(joinSentence)).toEqual(en);
  const own = writeSentences(findings, "ggü. 9.–15. Nov.", DE).map(joinSentence);
  expect(own.map((text) => text.replaceAll("\u00a0", " "))).toEqual(german);
});

test.each([
  ["exactly three standard deviations", 35, 65, false],
  ["just over three standard deviations", 35, 66, true],
  ["exactly five percent", 1_000_000, 1_050_000, true],
  ["just under five percent", 1_000_000, 1_049_999, false],
])("a count that differs by %s (expected %i, actual %i) is a change: %s", (_name, expected, actual, is) => {
  expect(isChanged({ expected, actual })).toBe(is);
});
