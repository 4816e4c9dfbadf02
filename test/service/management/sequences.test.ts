/** Any sequence of changes, by the interface and by hand, keeps the catalogue valid and loses none. */
import { mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Catalogue, loadCatalogue } from "../../../src/service/catalogue/catalogue.ts";
import { AuditLog } from "../../../src/service/management/auditLog.ts";
import { CatalogueFile } from "../../../src/service/management/catalogueFile.ts";
import { ImageFolder } from "../../../src/service/management/images.ts";
import { Management } from "../../../src/service/management/management.ts";

const PUBLISHER = 2;
const START = {
  accounts: [
    { id: 1, name: "Network", role: "network" },
    { id: PUBLISHER, name: "Publisher", role: "publisher", network: 1 },
    { id: 3, name: "Advertiser", role: "advertiser", network: 1 },
  ],
  sites: [{ id: 1, account: PUBLISHER, name: "Site", hostname: "site.example" }],
  zones: [{ id: 1, site: 1, name: "Zone", size: "300x250" }],
  campaigns: [
    {
      ...{ id: 1, account: 3, name: "Campaign", pricing: { model: "cpm", price: "2" } },
      variations: [
        { id: 1, size: "300x250", image: "https://img.example/1.png", url: "https://shop.example/" },
      ],
    },
  ],
};

const CREATIVE = { size: "300x250", image: "https://img.example/2.png", url: "https://shop.example/" };

type Step =
  | { by: "interface"; kind: "create" }
  | { by: "interface"; kind: "rename"; name: string }
  | { by: "interface"; kind: "archive"; deleted: boolean }
  | { by: "interface"; kind: "creative" }
  | { by: "interface"; kind: "budget"; daily: string | null }
  | { by: "hand"; kind: "carrier"; atomic: boolean };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.constant<Step>({ by: "interface", kind: "create" }),
    fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 12 })
      .map((name): Step => ({ by: "interface", kind: "rename", name })),
    fc.boolean().map((deleted): Step => ({ by: "interface", kind: "archive", deleted })),
    fc.constant<Step>({ by: "interface", kind: "creative" }),
    fc
      .option(fc.integer({ min: 1, max: 99 }))
      .map(
        (daily): Step => ({ by: "interface", kind: "budget", daily: daily === null ? null : String(daily) }),
      ),
    fc.boolean().map((atomic): Step => ({ by: "hand", kind: "carrier", atomic })),
  ),
  { minLength: 1, maxLength: 12 },
);

test("changes by the interface and by hand, in any order, all stay", async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.boolean(), async (sequence, together) => {
      const folder = await mkdtemp(join(tmpdir(), "zonetag-sequences-"));
      try {
        await runSequence(join(folder, "catalogue.json"), folder, sequence, together);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    }),
    { numRuns: 40 },
  );
});

async function runSequence(file: string, data: string, sequence: Step[], together: boolean): Promise<void> {
  await writeFile(file, JSON.stringify(START, null, 2));
  let current: Catalogue = await loadCatalogue(file);
  const replace = (next: Catalogue) => {
    current = next;
  };
  const changes = await AuditLog.open(join(data, "changes.jsonl"), file);
  const management = new Management({
    ...{ editor: new CatalogueFile(file, changes), changes, images: new ImageFolder(data) },
    ...{ catalogue: () => current, replace, now: Date.now, creatives: [], explain: () => [] },
    facts: { exportRows: () => Promise.reject(new Error("Nothing is summed here.")) },
  });
  const publisher = current.accounts.get(PUBLISHER);
  if (!publisher) throw new Error("no publisher");
  const network = current.accounts.get(1);
  if (!network) throw new Error("no network");
  const expected = {
    ...{ zones: 1, name: "Zone", carriers: 0, deleted: false, creatives: 1 },
    daily: undefined as string | undefined,
  };
  const apply = async (step: Step) => {
    if (step.by === "hand") {
      expected.carriers += 1;
      return saveByHand(file, step.atomic);
    }
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
  const byInterface = sequence.filter(({ by }) => by === "interface");
  // A person is one after the other with everything; the interface takes many at once.
  if (together) {
    await Promise.all(byInterface.map(apply));
    for (const step of sequence.filter(({ by }) => by === "hand")) await apply(step);
  } else for (const step of sequence) await apply(step);
  const { data: end } = await loadCatalogue(file);
  expect(end.zones).toHaveLength(expected.zones);
  expect(end.zones[0]?.name).toBe(expected.name);
  expect(end.zones[0]?.deleted).toBe(expected.deleted);
  expect(end.campaigns[0]?.variations).toHaveLength(expected.creatives);
  expect(end.campaigns[0]?.budget.daily).toBe(expected.daily);
  expect(end.carriers).toHaveLength(expected.carriers);
  const { count } = await management.changes(
    { ...publisher, id: 1, role: "network" },
    { limit: 1, offset: 0 },
  );
  expect(count).toBeLessThanOrEqual(byInterface.length);
}

/** As editors save: over the file, or by a new file in its place. */
async function saveByHand(file: string, atomic: boolean): Promise<void> {
  const data = JSON.parse(await readFile(file, "utf8"));
  const carriers = [...(data.carriers ?? []), { id: (data.carriers?.length ?? 0) + 1, name: "By hand" }];
  const text = JSON.stringify({ ...data, carriers }, null, 2);
  if (!atomic) return writeFile(file, text);
  await writeFile(`${file}.editor`, text);
  await rename(`${file}.editor`, file);
}
