import { mkdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import { afterEach, expect, test, vi } from "vitest";
import type { Catalogue } from "../../../src/service/catalogue/catalogue.ts";
import { MissingImages } from "../../../src/service/management/missingImages.ts";
import { makeFolder, useEmptyFolder } from "../../support/folder.ts";
import { aCampaign, aCatalogue, aCatalogueObject, aVariation } from "../support/catalogue.ts";
import { testService } from "../support/service.ts";

const folder = useEmptyFolder();
afterEach(() => void vi.useRealTimers());

const showing = (...images: string[]) =>
  aCatalogue({
    campaigns: [
      aCampaign({ id: 1, variations: images.map((image, at) => ({ ...aVariation(at + 1), image })) }),
    ],
  });
const put = (name: string) => writeFile(join(folder, name), "");

/** Watches images with placements that only record the creatives passed to them. */
function watch(first: Catalogue, bring: (text: string) => Promise<void> = async () => {}) {
  let catalogue = first;
  const log = { warn: vi.fn(), info: vi.fn() };
  const prepared = vi.fn();
  const served: number[][] = [];
  const missing = new MissingImages({
    folders: [folder, join(folder, "none")],
    images: { bring },
    catalogue: () => catalogue,
    prepare: async ({ data: { campaigns } }) => {
      prepared();
      const active = campaigns.flatMap(({ variations }) => variations.filter((one) => one.active));
      return () => void served.push(active.map(({ id }) => id));
    },
    now: () => 5,
    log: log as unknown as Logger,
  });
  const replace = async (next: Catalogue) => {
    const use = await missing.prepare(next);
    catalogue = next;
    use(5);
  };
  const logged = () => [...log.warn.mock.calls, ...log.info.mock.calls].map(([{ images }]) => images);
  return { missing, served, prepared, replace, logged };
}

test("a creative is not served while its file is missing, and each change is logged once", async () => {
  await put("a.png");
  await put("b.png");
  const { missing, served, logged } = watch(showing("/creatives/a.png?v=2", "/creatives/b.png"));
  await missing.look();
  expect([served, missing.count, logged()]).toEqual([[], 0, []]);
  await rm(join(folder, "a.png"));
  await missing.look();
  await missing.look();
  expect([served, missing.count, logged()]).toEqual([[[2]], 1, [["a.png"]]]);
  await put("a.png");
  await missing.look();
  await missing.look();
  expect([served, missing.count, logged()]).toEqual([[[2], [1, 2]], 0, [["a.png"], ["a.png"]]]);
});

test("the files of a removed folder are missing and are logged in one line", async () => {
  await mkdir(join(folder, "shoes"));
  const names = Array.from({ length: 25 }, (_, at) => `shoes/${at}.png`);
  for (const name of names) await put(name);
  const { missing, served, logged } = watch(showing(...names.map((name) => `/creatives/${name}`)));
  await missing.look();
  expect(served).toEqual([]);
  await rename(join(folder, "shoes"), join(folder, "hats"));
  await missing.look();
  expect([served, missing.count, logged()]).toEqual([[[]], 25, [names.slice(0, 20)]]);
});

test("external images and images of creatives that cannot be served do not count as missing", async () => {
  const image = "/creatives/a.png";
  const campaigns = [
    aCampaign({ id: 1, variations: [{ ...aVariation(1), image: "https://cdn.example/a.png" }] }),
    aCampaign({ id: 2, variations: [{ ...aVariation(2), image, active: false }] }),
    aCampaign({ id: 3, variations: [{ ...aVariation(3), image, review: "waiting" }] }),
    aCampaign({ id: 4, variations: [{ ...aVariation(4), image }], active: false }),
    aCampaign({ id: 5, variations: [{ ...aVariation(5), image }], deleted: true }),
  ];
  const { missing, served } = watch(aCatalogue({ campaigns }));
  await missing.look();
  expect([served, missing.count]).toEqual([[], 0]);
});

test("an image is found under any Unicode normalization of its name", async () => {
  await put("stra\u00dfe-u\u0308bung.png");
  await put("\u00e9-\u00f6.png");
  const { missing } = watch(
    showing("/creatives/stra%C3%9Fe-%C3%BCbung.png", "/creatives/e%CC%81-o%CC%88.png"),
  );
  await missing.look();
  expect(missing.count).toBe(0);
});

test("an image behind a link is missing if the link leads out of the folder", async () => {
  await put("a.png");
  const outside = join(makeFolder(), "secret.png");
  await writeFile(outside, "");
  await symlink("a.png", join(folder, "inside.png"));
  await symlink(outside, join(folder, "outside.png"));
  const { missing, logged } = watch(showing("/creatives/inside.png", "/creatives/outside.png"));
  await missing.look();
  expect(logged()).toEqual([["outside.png"]]);
});

test("images are checked at the start and every minute, until the watch stops", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const { missing } = watch(showing("/creatives/a.png"));
  const look = vi.spyOn(missing, "look").mockResolvedValue();
  const stop = missing.watch();
  const checks = [];
  for (const milliseconds of [0, 59_999, 1, 60_000]) {
    await vi.advanceTimersByTimeAsync(milliseconds);
    checks.push(look.mock.calls.length);
  }
  await stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([...checks, look.mock.calls.length]).toEqual([1, 1, 2, 3, 3]);
});

test("an uploaded image stored on another node is fetched and does not count as missing", async () => {
  const name = `image-${"a".repeat(32)}.png`;
  const { missing, logged } = watch(showing(`/creatives/${name}`), async (text) => {
    if (text.includes(name)) await put(name);
  });
  await missing.look();
  expect([missing.count, logged()]).toEqual([0, []]);
});

test("a new catalogue omits creatives of missing files and drops files that it no longer references", async () => {
  const { missing, served, replace } = watch(showing("/creatives/a.png", "/b.png"));
  await missing.look();
  await replace(showing("/creatives/a.png", "/b.png", "/c.png"));
  expect(served).toEqual([[2], [2, 3]]);
  await replace(showing("/b.png"));
  await missing.look();
  expect([served.at(-1), missing.count]).toEqual([[1], 0]);
});

test("a catalogue loaded during a check for files is not replaced by the earlier one", async () => {
  const next = showing("/c.png", "/creatives/a.png");
  const { missing, served, replace, prepared } = watch(showing("/creatives/a.png", "/b.png"));
  let replacing: Promise<void> | undefined;
  prepared.mockImplementationOnce(() => {
    replacing = replace(next);
  });
  await missing.look();
  await replacing;
  await missing.look();
  expect(served.at(-1)).toEqual([1]);
});

test("placements skip a creative while its file is missing, and zonetag_missing_images counts it", async () => {
  const variations = [{ ...aVariation(1), image: "/creatives/a.png" }];
  const catalogue = aCatalogueObject({ campaigns: [aCampaign({ id: 1, variations })] });
  await using service = await testService(catalogue, { creatives: folder });
  const isFilled = async () => {
    const response = await service.place({ user: {}, zones: [{ id: 1 }] });
    const { zones } = (await response.json()) as { zones: ({ data?: unknown } | null)[] };
    return Boolean(zones[0]?.data);
  };
  await expect.poll(isFilled, { timeout: 20_000 }).toBe(false);
  expect(await service.metrics()).toContain("\nzonetag_missing_images 1\n");
  await put("a.png");
  await service.restart();
  expect(await isFilled()).toBe(true);
  expect(await service.metrics()).toContain("\nzonetag_missing_images 0\n");
});
