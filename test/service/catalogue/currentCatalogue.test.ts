import { expect, test } from "vitest";
import { changeCatalogue } from "../../../src/service/catalogue/catalogue.ts";
import { CurrentCatalogue } from "../../../src/service/catalogue/currentCatalogue.ts";
import type { Entry } from "../../../src/service/catalogue/document.ts";
import { runAtOnce } from "../../../src/service/runtime/slices.ts";
import { aCampaign, aCatalogue, aVariation } from "../support/catalogue.ts";

const LIFE = 60_000;
const create = (id: number, hostname: string) =>
  aCatalogue({
    campaigns: [aCampaign({ id })],
    site: { hostname },
    zones: [{ id, site: 1, name: "Zone", size: "300x250" }],
  });

test("removed entries are found in their last version, other entries in the current version", () => {
  const current = new CurrentCatalogue(create(1, "first.example"), LIFE);
  current.replace(create(2, "second.example"), 1000);
  expect(current.findZone(1)?.site.hostname).toBe("first.example");
  expect(current.findZone(2)).toMatchObject({ zone: { id: 2 }, site: { hostname: "second.example" } });
  current.replace(create(1, "third.example"), 2000);
  expect(current.findZone(1)?.site.hostname).toBe("third.example");
  expect(current.catalogue.campaigns.has(2)).toBe(false);
  expect([current.findCampaign(1)?.id, current.findCampaign(2)?.id]).toEqual([1, 2]);
  expect(current.findVariation(2)?.url).toBe("https://shop.example/landing/2");
  expect([current.findZone(3), current.findCampaign(3), current.findVariation(3)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("a catalogue is dropped when every tracking URL issued under it has expired", () => {
  const current = new CurrentCatalogue(create(1, "a.example"), LIFE);
  current.replace(create(2, "b.example"), 10 * LIFE);
  current.replace(create(3, "c.example"), 11 * LIFE - 1);
  expect(current.findCampaign(1)?.id).toBe(1);
  current.replace(create(3, "c.example"), 11 * LIFE);
  expect(current.findCampaign(1)).toBe(undefined);
  expect(current.findCampaign(2)?.id).toBe(2);
});

test("after a change, only replaced entries of the earlier catalogue are kept", () => {
  const variations = [3, 4].map((id) => aVariation(id));
  const before = aCatalogue({
    campaigns: [aCampaign({ id: 1 }), aCampaign({ id: 2 }), aCampaign({ id: 3, variations })],
  });
  const current = new CurrentCatalogue(before, LIFE);
  const [first, second, third] = before.data.campaigns;
  if (!first || !second || !third) throw new Error("no campaigns");
  const [creative] = second.variations;
  if (!creative) throw new Error("no creative");
  const put = (entry: Entry) => [{ list: "campaigns" as const, entry: { ...entry } }];
  current.replace(runAtOnce(changeCatalogue(before, put({ ...first, name: "Renamed" }), [])), 1000);
  expect(current.earlierCampaigns).toEqual([]);
  const replaced = { ...second, variations: [{ ...creative, image: "/creatives/new.png" }] };
  current.replace(runAtOnce(changeCatalogue(current.catalogue, put(replaced), [])), 2000);
  expect(current.earlierCampaigns).toEqual([second]);
  expect(current.findVariation(2)?.url).toBe("https://shop.example/landing/2");
  const reduced = { ...third, variations: variations.slice(1) };
  current.replace(runAtOnce(changeCatalogue(current.catalogue, put(reduced), [])), 3000);
  expect(current.earlierCampaigns).toEqual([third, second]);
  expect(current.findVariation(3)?.url).toBe("https://shop.example/landing/3");
});
