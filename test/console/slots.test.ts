// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { listSlots, NAME, subscribe, type TagState } from "../../src/console/slots.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A zone of which the tag says this. */
function readZone(due?: string, isRendered = true, settings: object = {}) {
  document.body.innerHTML = `<ins data-zone-id="7"></ins>`;
  const rects = (isRendered ? [{}] : []) as unknown as DOMRectList;
  Object.assign(document.body.firstElementChild ?? {}, { getClientRects: () => rects });
  const known = { key: 1, values: { "zone-id": 7 }, stage: "waiting" };
  const slots = new Map([[document.body.firstElementChild, known]]);
  const [slot] = listSlots(tagStateOf(slots, due, settings));
  return [slot?.state, slot?.wait];
}

const tagStateOf = (slots: Map<unknown, object>, due?: string, settings: object = {}) =>
  ({
    ...{ slots, explain: () => due },
    settings: { endpoint: "https://ads.test/", ...settings },
  }) as unknown as TagState;

test.each([
  ["due", ["waiting", "due"]],
  ["media", ["media", "media"]],
  ["far", ["waiting", "far"]],
  ["unknown", ["waiting", "unknown"]],
  ["loading", ["waiting", "loading"]],
  ["hidden", ["waiting", "hidden"]],
  [undefined, ["idle", "given-back"]],
])("a zone that the tag calls %s has state and reason %j", (due, expected) => {
  expect(readZone(due)).toEqual(expected);
});

test("values of a placeholder are its own, not those that the page gives in place of wrong or missing ones", () => {
  document.body.innerHTML = `<ins data-zone-id="7" data-sub="5" data-label="Ad" data-lazy="-1"></ins>`;
  const page = { endpoint: "https://ads.test/", sub: "5", lazy: "200", refresh: "60" };
  const known = { key: 1, values: { ...page, "zone-id": "7", label: "Ad" }, stage: "waiting" };
  const slots = new Map([[document.body.firstElementChild, known]]);
  const tagState = { settings: page, slots, explain: () => "due" };
  const [slot] = listSlots(tagState as unknown as TagState);
  expect(slot?.own).toEqual({ "zone-id": "7", sub: "5", label: "Ad" });
});

test("a zone without a box is hidden, however near it would be", () => {
  expect(readZone("far", false)).toEqual(["waiting", "unseen"]);
});

test.each(["due", "loading", "media"])("a zone without a box that the tag calls %s is not hidden", (due) => {
  expect(readZone(due, false)[1]).toBe(due);
});

test.each([
  ["due", {}, "consent"],
  ["loading", {}, "loading"],
  ["due", { gdpr: "0" }, "due"],
])(
  "on a page with a consent platform, a zone that the tag calls %s, with settings %j, waits for “%s”",
  (due, settings, wait) => {
    vi.stubGlobal("__tcfapi", () => {});
    expect(readZone(due, true, settings)).toEqual(["waiting", wait]);
  },
);

test("without a valid endpoint, that is what zones wait for, whatever the tag says", () => {
  expect(readZone("far", false, { endpoint: undefined })).toEqual(["waiting", "endpoint"]);
});

test("a placeholder that the tag does not manage waits for the page's call, and has no values", () => {
  document.body.innerHTML = `<ins data-zone-id="7" data-sub="5"></ins>`;
  const el = document.body.firstElementChild;
  expect(listSlots(tagStateOf(new Map(), "due"))).toEqual([
    { el, key: undefined, id: "7", state: "idle", wait: "manual", own: {} },
  ]);
});

test("a zone with a state waits for nothing", () => {
  document.body.innerHTML = `<ins data-zone-id="7" data-zone-state="empty"></ins>`;
  expect(listSlots(tagStateOf(new Map()))).toMatchObject([{ state: "empty", wait: undefined }]);
});

test("a zone's id is as written, by either of its names", () => {
  document.body.innerHTML = `<ins data-zoneid=" 7a"></ins><ins data-zone-id="8" data-zoneid="9"></ins>`;
  expect(listSlots(tagStateOf(new Map())).map(({ id }) => id)).toEqual([" 7a", "8"]);
});

test("the id that an older name gives a zone is its own value", () => {
  document.body.innerHTML = `<ins data-zoneid="7"></ins>`;
  const values = { zoneid: "7", "zone-id": "7" };
  const [slot] = listSlots(tagStateOf(new Map([[document.body.firstElementChild, { key: 1, values }]])));
  expect(slot?.own).toEqual(values);
});

test("zones are all placeholders in document order, then managed ones in shadow roots", () => {
  document.body.innerHTML = `<ins data-zone-id="1"></ins><p></p><ins data-zone-id="2"></ins>`;
  const [first, host, second] = document.body.children;
  const root = host?.attachShadow({ mode: "open" }) as ShadowRoot;
  root.innerHTML = `<ins data-zone-id="3"></ins><ins data-zone-id="4"></ins><ins></ins>`;
  const [managed, givenBack, withoutId] = root.children;
  const known = (key: number, stage?: string) => ({ key, stage, values: {} });
  const slots = new Map<unknown, object>([
    ...([[document.createElement("ins"), known(1, "waiting")]] as const),
    ...([[managed, known(2, "waiting")]] as const),
    ...([[givenBack, known(3)]] as const),
    ...([[withoutId, known(4, "waiting")]] as const),
    ...([[second, known(5, "waiting")]] as const),
  ]);
  expect(listSlots(tagStateOf(slots, "due")).map(({ el, id, key }) => [el, id, key])).toEqual([
    [first, "1", undefined],
    [second, "2", 5],
    [managed, "3", 2],
    [withoutId, "", 4],
  ]);
});

test("each note is told of and still taken, until that is ended", () => {
  const notes = [{ at: 1, type: "found", detail: 0, key: 1 }];
  const onNote = vi.fn();
  const end = subscribe({ notes } as unknown as TagState, onNote);
  const added = { at: 2, type: "request", detail: 0, key: 1 };
  expect(notes.push(added)).toBe(2);
  expect(notes[1]).toBe(added);
  expect(onNote).toHaveBeenCalledOnce();
  end();
  expect(notes.push(added)).toBe(3);
  expect(onNote).toHaveBeenCalledOnce();
});

test("the console's element is named as its guide says", () => {
  expect(NAME).toBe("zonetag-console");
});
