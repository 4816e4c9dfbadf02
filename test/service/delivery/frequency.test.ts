import fc from "fast-check";
import { expect, test } from "vitest";
import { computeFrequencyLife } from "../../../src/service/delivery/frequency.ts";
import { LocalFrequencyCaps } from "../../../src/service/delivery/localFrequency.ts";
import { aCampaign, aCatalogue } from "../support/catalogue.ts";

function createCampaign(frequency: { impressions: number; seconds: number }[], id = 1) {
  const [campaign] = aCatalogue({ campaigns: [aCampaign({ id, frequency })] }).data.campaigns;
  if (!campaign) throw new Error("No campaign.");
  return campaign;
}

test("a frequency cap counts each visitor separately", () => {
  const caps = new LocalFrequencyCaps({ reservationLife: 1000 });
  const campaign = createCampaign([{ impressions: 2, seconds: 60 }]);
  caps.count({ user: "a", campaign: 1, time: 0 }, campaign);
  expect(caps.remaining("a", campaign, 0)).toBe(1);
  expect(caps.remaining("b", campaign, 0)).toBe(2);
  expect(caps.remaining("a", createCampaign([{ impressions: 2, seconds: 60 }], 2), 0)).toBe(2);
  expect(caps.remaining("a", createCampaign([]), 0)).toBe(Number.POSITIVE_INFINITY);
  expect(caps.remaining("a", campaign, 59_999)).toBe(1);
  expect(caps.remaining("a", campaign, 60_000)).toBe(2);
});

test("beyond the maximum number of visitor-campaign pairs, the oldest are forgotten", () => {
  const caps = new LocalFrequencyCaps({ reservationLife: 1000, mostPairs: 2 });
  const campaign = createCampaign([{ impressions: 1, seconds: 60 }]);
  for (const user of ["a", "b", "a", "c"]) caps.count({ user, campaign: 1, time: 0 }, campaign);
  expect(["a", "b", "c"].map((user) => caps.remaining(user, campaign, 0))).toEqual([0, 1, 0]);
});

test("beyond the maximum number of visitor-campaign pairs, the oldest reservation lapses early", () => {
  const caps = new LocalFrequencyCaps({ reservationLife: 1000, mostPairs: 2 });
  const campaign = createCampaign([{ impressions: 1, seconds: 60 }]);
  for (const [at, user] of ["a", "b", "c"].entries())
    caps.open({ user, time: at * 10_000, zones: 1, listCapped: () => [campaign] }).reserve([campaign]);
  expect(["a", "b", "c"].map((user) => caps.remaining(user, campaign, 0))).toEqual([1, 0, 0]);
});

test("the remaining impressions of a frequency cap equal those of a plain list of times", () => {
  const rule = fc.record({
    impressions: fc.integer({ min: 1, max: 4 }),
    seconds: fc.integer({ min: 1, max: 30 }),
  });
  const waits = fc.array(fc.nat({ max: 20_000 }), { maxLength: 60, size: "max" });
  fc.assert(
    fc.property(fc.array(rule, { minLength: 1, maxLength: 3 }), waits, (frequency, steps) => {
      const caps = new LocalFrequencyCaps({ reservationLife: 1000 });
      const campaign = createCampaign(frequency);
      const all: number[] = [];
      let time = 0;
      for (const wait of steps) {
        time += wait;
        const expected = frequency.map(
          ({ impressions, seconds }) =>
            impressions - all.filter((seen) => seen > time - seconds * 1000).length,
        );
        const left = caps.remaining("a", campaign, time);
        expect(left).toBe(Math.max(0, Math.min(...expected)));
        if (left === 0) continue;
        caps.count({ user: "a", campaign: 1, time }, campaign);
        all.push(time);
      }
    }),
  );
});

test("an impression is kept for the longest window of its campaign's caps", () => {
  const [short, long] = [
    { impressions: 1, seconds: 60 },
    { impressions: 9, seconds: 600 },
  ];
  const lives = [[], [short], [short, long], [long, short]].map((caps) =>
    computeFrequencyLife(createCampaign(caps)),
  );
  expect(lives).toEqual([0, 60, 600, 600]);
});
