import { expect, test } from "vitest";
import { CurrentCatalogue } from "../../../src/service/catalogue/currentCatalogue.ts";
import { aCampaign, aCatalogue } from "../support/catalogue.ts";

const LIFE = 60_000;
const create = (id: number, hostname: string) =>
  aCatalogue({
    campaigns: [aCampaign({ id })],
    site: { hostname },
    zones: [{ id, site: 1, name: "Zone", size: "300x250" }],
  });

test("what a catalogue no longer has is found as it last was, and what it has as it is", () => {
  const current = new CurrentCatalogue(create(1, "first.example"), LIFE);
  current.replace(create(2, "second.example"), 1000);
  expect(current.findZone(1)?.site.hostname).toBe("first.example");
  expect(current.findZone(2)).toMatchObject({ zone: { id: 2 }, site: { hostname: "second.example" } });
  current.replace(create(1, "third.example"), 2000);
  expect(current.findZone(1)?.site.hostname).toBe("third.example");
  expect(current.catalogue.campaigns.has(2)).toBe(false);
  expect([current.findCampaign(1)?.id, current.findCampaign(2)?.id]).toEqual([1, 2]);
  expect(current.findLandingPage(2)).toBe("https://shop.example/landing/2");
  expect([current.findZone(3), current.findCampaign(3), current.findLandingPage(3)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("a catalogue is forgotten when it was replaced longer ago than addresses live, not when it was made", () => {
  const current = new CurrentCatalogue(create(1, "a.example"), LIFE);
  current.replace(create(2, "b.example"), 10 * LIFE);
  current.replace(create(3, "c.example"), 11 * LIFE - 1);
  expect(current.findCampaign(1)?.id).toBe(1);
  current.replace(create(3, "c.example"), 11 * LIFE);
  expect(current.findCampaign(1)).toBe(undefined);
  expect(current.findCampaign(2)?.id).toBe(2);
});
