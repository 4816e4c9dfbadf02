/** Makes the given number of changes to a catalogue with 2,500 campaigns; exits with 0 if the heap suffices. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CurrentCatalogue } from "../../../src/service/catalogue/currentCatalogue.ts";
import { toDocument } from "../../../src/service/catalogue/document.ts";
import { LiveCatalogue } from "../../../src/service/catalogue/liveCatalogue.ts";
import { createLiveData } from "../../../src/service/people/takeSignIns.ts";
import { Placement } from "../../../src/service/placement/placement.ts";
import { aCampaign, aCatalogueObject } from "../support/catalogue.ts";
import { anAuthor, putCampaign } from "../support/changes.ts";
import { createPlacementParts } from "../support/placementParts.ts";

const CAMPAIGNS = 2500;
const CHANGES = Number(process.argv[2]);
/** Concurrent changes. */
const TOGETHER = 20;
/** Click URLs stay valid for longer than the changes take. */
const LIFE = 86_400_000;

const data = await mkdtemp(join(tmpdir(), "zonetag-changes-"));
const campaigns = Array.from({ length: CAMPAIGNS }, (_, at) => aCampaign({ id: at + 1 }));
await createLiveData(data, toDocument(aCatalogueObject({ campaigns })));
const live = await LiveCatalogue.open({ data });
const catalogue = await live.load();
const current = new CurrentCatalogue(catalogue, LIFE);
const placement = new Placement({ ...createPlacementParts(LIFE), random: Math.random }, catalogue, 0);
const change = (number: number) => {
  const id = (number % CAMPAIGNS) + 1;
  const image = `https://cdn.example/${number}.png`;
  const variations = [{ id, size: "300x250", image, url: "https://shop.example/" }];
  const author = { ...anAuthor(), request: `request-${number}` };
  return live.change(putCampaign({ id, variations }), author);
};
live.watch(async (next) => {
  const use = await placement.prepare(next);
  return () => {
    current.replace(next, 0);
    use(0);
  };
});
for (let first = 0; first < CHANGES; first += TOGETHER)
  await Promise.all(Array.from({ length: TOGETHER }, (_, at) => change(first + at)));
await live.close();
await rm(data, { recursive: true });
