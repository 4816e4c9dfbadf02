/** Any sequence of changes, with restarts in between, keeps the catalogue valid and loses no change. */
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { toDocument } from "../../../src/service/catalogue/document.ts";
import { LiveCatalogue } from "../../../src/service/catalogue/liveCatalogue.ts";
import { FolderChanges } from "../../../src/service/management/changeLog.ts";
import { FreeIds } from "../../../src/service/management/freeIds.ts";
import { ImageFolder } from "../../../src/service/management/images.ts";
import { Management } from "../../../src/service/management/management.ts";
import { UploadFile } from "../../../src/service/management/uploads.ts";
import { NOBODY } from "../../../src/service/people/people.ts";
import { createLiveData } from "../../../src/service/people/takeSignIns.ts";
import { makeFolder } from "../../support/folder.ts";
import { aNetwork, aNetworkCampaign, CREATIVE } from "../support/catalogue.ts";
import { createFacts } from "../support/facts.ts";
import { explainNothing } from "./support.ts";

const START = aNetwork({
  zones: [
    { id: 1, site: 1, name: "Zone", size: "300x250" },
    // Never archived, so that creatives of its size are accepted while zone 1 is archived.
    { id: 2, site: 1, name: "Second", size: "300x250" },
  ],
  campaigns: [aNetworkCampaign(1, { variations: [{ id: 1, ...CREATIVE }] })],
});

type Step =
  | { kind: "create" }
  | { kind: "creative" }
  | { kind: "restart" }
  | { kind: "rename"; name: string }
  | { kind: "archive"; deleted: boolean }
  | { kind: "budget"; daily: string | null };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.constantFrom<Step>({ kind: "create" }, { kind: "creative" }, { kind: "restart" }),
    fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 12 })
      .map((name): Step => ({ kind: "rename", name })),
    fc.boolean().map((deleted): Step => ({ kind: "archive", deleted })),
    fc
      .option(fc.integer({ min: 1, max: 99 }))
      .map((daily): Step => ({ kind: "budget", daily: daily === null ? null : String(daily) })),
  ),
  { minLength: 1, maxLength: 12 },
);

test("sequential and concurrent changes in any order survive restarts", async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.boolean(), (sequence, together) =>
      runSequence(makeFolder(), sequence, together),
    ),
    { numRuns: 40 },
  );
});

async function open(data: string) {
  const live = await LiveCatalogue.open({ data });
  const catalogue = await live.load();
  let current = catalogue;
  live.watch(async (next) => () => {
    current = next;
  });
  const facts = await createFacts([]);
  const getHighest = (kind: string) => live.getHighestId(kind);
  const management = new Management({
    editor: live,
    changes: new FolderChanges(data, live),
    audit: { list: async () => ({ count: 0, entries: [] }) },
    images: new ImageFolder(data, new UploadFile(join(data, "uploads.json"), 0)),
    catalogue: () => current,
    people: () => NOBODY,
    publisherShare: "0.70",
    now: Date.now,
    explain: explainNothing,
    facts,
    findIds: new FreeIds({ facts, people: () => NOBODY, getHighest }).find,
  });
  const [network, publisher] = [catalogue.accounts.get(1), catalogue.accounts.get(2)];
  if (!network || !publisher) throw new Error("An account is missing.");
  return { live, management, network, publisher };
}

async function runSequence(data: string, sequence: Step[], together: boolean): Promise<void> {
  await createLiveData(data, toDocument(START));
  let running = await open(data);
  const restart = async () => {
    await running.live.close();
    running = await open(data);
  };
  const expected = {
    zones: 2,
    name: "Zone",
    deleted: false,
    creatives: 1,
    daily: undefined as string | undefined,
  };
  const apply = async (step: Step): Promise<unknown> => {
    const { management, network, publisher } = running;
    if (step.kind === "restart") return restart();
    if (step.kind === "create") {
      expected.zones += 1;
      return management.create(publisher, "zones", { site: 1, name: "New", size: "1x1" });
    }
    if (step.kind === "archive") {
      expected.deleted = step.deleted;
      return management.change(publisher, "zones", 1, "*", { deleted: step.deleted });
    }
    if (step.kind === "creative") {
      expected.creatives += 1;
      return management.createCreative(network, 1, CREATIVE);
    }
    if (step.kind === "budget") {
      expected.daily = step.daily ?? undefined;
      return management.change(network, "campaigns", 1, "*", { budget: { daily: step.daily } });
    }
    expected.name = step.name;
    return management.change(publisher, "zones", 1, "*", { name: step.name });
  };
  if (together) await Promise.all(sequence.filter(({ kind }) => kind !== "restart").map(apply));
  else for (const step of sequence) await apply(step);
  await restart();
  const { data: end } = await running.live.load();
  expect(end.zones).toHaveLength(expected.zones);
  expect(end.zones[0]?.name).toBe(expected.name);
  expect(end.zones[0]?.deleted).toBe(expected.deleted);
  expect(end.campaigns[0]?.variations).toHaveLength(expected.creatives);
  expect(end.campaigns[0]?.budget.daily).toBe(expected.daily);
  const { count } = await running.management.changes(running.network, { limit: 1, offset: 0 });
  expect(count).toBe(running.live.sequence);
  await running.live.close();
}
