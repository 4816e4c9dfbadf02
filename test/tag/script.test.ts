// @vitest-environment happy-dom
/** The tag's script element: finding it, running its queue and loading the console beside it. */
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import type { Zonetag } from "../../src/tag/types.ts";
import { ENDPOINT, open as openPage, pretend, run, usePage, world } from "./page.ts";

usePage();
afterEach(() => {
  window.location.hash = "";
});

const page = window as unknown as { zonetag?: unknown };
const SLOT = `<ins data-zone-id="1"></ins>`;
const script = (endpoint: string) => {
  const el = document.createElement("script");
  el.dataset.endpoint = endpoint;
  return el;
};

test("settings are read from the running script element", async () => {
  pretend("currentScript", script(`${ENDPOINT}?mine`));
  await openPage(SLOT);
  expect(world.asked.map(({ address }) => address)).toEqual([`${ENDPOINT}?mine`]);
});

test.each([false, true])(
  "a module reads settings from the only script with an endpoint; image named currentScript: %s",
  async (isNamed) => {
    pretend("currentScript", null);
    if (isNamed) {
      Object.defineProperty(document, "currentScript", {
        value: document.createElement("img"),
        configurable: true,
      });
      onTestFinished(() => void Reflect.deleteProperty(document, "currentScript"));
    }
    document.head.append(document.createElement("script"));
    await openPage(SLOT);
    expect(world.asked.map(({ address }) => address)).toEqual([ENDPOINT]);
  },
);

test("without a script element the tag reports an error but still defines its methods", async () => {
  document.body.innerHTML = SLOT;
  await run();
  expect(world.said).toEqual([
    'data-endpoint="not found, perhaps in a shadow root": expected an https address',
  ]);
  expect(page.zonetag).toMatchObject({ push: expect.any(Function), scan: expect.any(Function) });
});

test("functions pushed earlier run in order before the first request", async () => {
  const order: unknown[] = [];
  page.zonetag = [
    (z: Zonetag) => order.push(z),
    () => {
      throw "mine";
    },
    (z: Zonetag) => {
      z.set({ keywords: "early" });
      order.push(2);
    },
  ];
  const z = await openPage(SLOT);
  expect(order).toEqual([z, 2]);
  expect(world.said).toEqual(["mine"]);
  expect(world.asked[0]?.body.zones).toEqual([{ id: 1, keywords: "early" }]);
});

test("a page variable called self does no harm", async () => {
  vi.stubGlobal("self", { name: "mine" });
  page.zonetag = [(z: Zonetag) => z.set({ keywords: "early" })];
  await openPage(SLOT);
  expect(world.asked[0]?.body.zones).toEqual([{ id: 1, keywords: "early" }]);
  expect(page.zonetag).toMatchObject({ push: expect.any(Function), scan: expect.any(Function) });
});

test("the script runs its queue on a tag that an import has started", async () => {
  document.body.innerHTML = SLOT;
  const { createZonetag } = await import("../../src/tag/index.ts");
  const tag = createZonetag({ endpoint: ENDPOINT });
  const given: unknown[] = [];
  page.zonetag = [(z: Zonetag) => given.push(z)];
  await run();
  expect([page.zonetag, given]).toEqual([tag, [tag]]);
  expect(world.asked).toHaveLength(1);
});

test("an import on a page whose script has started the tag returns that tag", async () => {
  const z = await openPage(SLOT);
  vi.resetModules();
  const { createZonetag } = await import("../../src/tag/index.ts");
  expect(createZonetag({ endpoint: `${ENDPOINT}?other` })).toBe(z);
  expect(world.asked).toHaveLength(1);
});

test("a second copy of the script does nothing", async () => {
  const first = await openPage(SLOT);
  await run();
  expect(page.zonetag).toBe(first);
  expect(world.asked).toHaveLength(1);
});

test.each([
  ["an element", () => document.createElement("a")],
  [
    "a form with fields named scan and push",
    () => {
      const form = document.createElement("form");
      return Object.assign(form, {
        scan: document.createElement("input"),
        push: document.createElement("input"),
      });
    },
  ],
])("%s named zonetag is treated neither as a queue nor as a tag", async (_, make) => {
  page.zonetag = make();
  const z = await openPage(SLOT);
  expect(z.scan).toBeInstanceOf(Function);
  expect(world.asked).toHaveLength(1);
  expect(world.said).toEqual([]);
});

/** Runs the tag's script from a folder, optionally with a console beside it, and returns the tag. */
const openFrom = async (folder: string, open?: (inside: object) => void) => {
  if (open) vi.doMock(`${folder}/console.js`, () => ({ open }));
  const el = script(ENDPOINT);
  Object.defineProperty(el, "src", { value: `${folder}/zonetag.js?v=1` });
  pretend("currentScript", el);
  return openPage(SLOT);
};

test("the console is loaded from the script's folder on demand, and receives the tag's state", async () => {
  const open = vi.fn();
  const z = await openFrom("https://cdn.example/a", open);
  expect(open).not.toHaveBeenCalled();
  await z.console();
  expect(world.said).toEqual([]);
  expect(open).toHaveBeenCalledOnce();
  const [inside] = open.mock.calls[0] ?? [];
  expect(inside).toMatchObject({ tag: z, settings: { endpoint: ENDPOINT } });
  expect(inside.notes.map(({ type }: { type: string }) => type)).toEqual(["found", "request", "sent"]);
  expect(inside.listSlots().map(({ element }: { element: Element }) => element)).toEqual([
    document.querySelector("ins"),
  ]);
  z.set({ keywords: "late" });
  expect(inside.settings.keywords).toBe("late");
});

test("zonetag_console in the page's address opens the console", async () => {
  window.location.hash = "zonetag_console";
  const open = vi.fn();
  await openFrom("https://cdn.example/b", open);
  await vi.waitFor(() => expect(open).toHaveBeenCalledOnce(), { timeout: 30_000 });
  expect(world.asked).toHaveLength(1);
});

test("without a script element, as in a shadow root, the console is loaded from beside the file that runs", async () => {
  const open = vi.fn();
  vi.doMock("https://cdn.example/s/console.js", () => ({ open }));
  await run();
  vi.stubGlobal("Error", () => ({
    stack: "Error\n    at https://cdn.example/s/zonetag.js?v=/1:2:9\n    at more",
  }));
  await (page.zonetag as Zonetag).console();
  expect(open).toHaveBeenCalledOnce();
});

test("opening the console without a script element is reported", async () => {
  await run();
  await (page.zonetag as Zonetag).console();
  expect(world.said.at(-1)).toMatch(/^console\.js must be beside zonetag\.js: /);
});

test("a missing console.js is reported with its expected place, and console() does not reject", async () => {
  const z = await openFrom("https://cdn.example/c");
  await expect(z.console()).resolves.toBeUndefined();
  expect(world.said).toEqual([expect.stringMatching(/^console\.js must be beside zonetag\.js: .*Error/)]);
});

test("a placeholder with an invalid zone id does not fall back to the script element's zone id", async () => {
  const element = script(ENDPOINT);
  element.dataset.zoneId = "7";
  pretend("currentScript", element);
  await openPage(`<ins data-zone-id="wrong"></ins>`);
  expect(world.asked).toEqual([]);
  expect(world.said).toEqual([`data-zone-id="wrong": expected a whole number from 1`]);
});
