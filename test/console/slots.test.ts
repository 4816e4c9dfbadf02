// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { listSlots, NAME, subscribe, type TagState } from "../../src/console/slots.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  for (const name of ["hidden", "readyState"]) Reflect.deleteProperty(document, name);
});

const SETTINGS = { endpoint: "https://ads.test/" };

interface Zone {
  known?: object;
  settings?: object;
  isRendered?: boolean;
}

/** Returns state and wait reason of a zone, by default a near zone that waits. */
function readZone({ known = {}, settings = {}, isRendered = true }: Zone = {}) {
  document.body.innerHTML = `<ins data-zone-id="7"></ins>`;
  const rects = (isRendered ? [{}] : []) as unknown as DOMRectList;
  Object.assign(document.body.firstElementChild ?? {}, { getClientRects: () => rects });
  const slot = { key: 1, values: { zoneId: "7" }, stage: "due", ...known };
  const [zone] = listSlots(tagStateOf(new Map([[document.body.firstElementChild, slot]]), settings));
  return [zone?.state, zone?.wait];
}

const tagStateOf = (slots: Map<unknown, object>, settings: object = {}) =>
  ({
    listSlots: () => Array.from(slots, ([element, slot]) => ({ element, ...slot })),
    settings: { ...SETTINGS, ...settings },
  }) as unknown as TagState;

const pretend = (name: string, value: unknown) =>
  Object.defineProperty(document, name, { value, configurable: true });

test.each([
  ["due", "waiting", {}],
  ["given-back", "idle", { stage: undefined }],
  ["unknown", "waiting", { stage: "found" }],
  ["far", "waiting", { stage: "far" }],
] as const)("a zone waits as %s with the state %s when the tag's slot contains %j", (wait, state, known) => {
  expect(readZone({ known })).toEqual([state, wait]);
});

test.each([
  ["hidden", true, "hidden"],
  ["hidden", {}, "due"],
  ["readyState", "loading", "loading"],
])("with document.%s %j a zone waits as %s", (name, value, wait) => {
  pretend(name, value);
  expect(readZone()).toEqual(["waiting", wait]);
});

test.each([
  ["1", "due"],
  ["2", "loading"],
])("on a loading page with data-zones=%s and one zone, it waits as %s", (zones, wait) => {
  pretend("readyState", "loading");
  expect(readZone({ settings: { zones } })[1]).toBe(wait);
});

/** Media queries, each with the negation that matches when the query does not. */
test.each([
  ["(min-width: 1px)", "not all and (min-width: 1px)"],
  ["screen and (color)", "not screen and (color)"],
  ["only screen and (color)", "not screen and (color)"],
  ["not all", "all"],
  ["(a) or (b)", "not ((a) or (b) or (a) or (b))"],
  ["(not (a)) and (b)", "not all and (not (a)) and (b)"],
  ["(typo), print", "not  print"],
])("the media query %s counts as unmatchable unless its negation %s matches", (media, matching) => {
  const matches = vi.fn((_query: string) => false);
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: matches(query) }));
  expect(readZone({ known: { values: { media } } })).toEqual(["idle", "unmatchable"]);
  matches.mockImplementation((query) => query === matching);
  expect(readZone({ known: { values: { media } } })).toEqual(["media", "media"]);
});

test("a zone whose media query matches does not wait for it", () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  expect(readZone({ known: { values: { media: "print" } } })).toEqual(["waiting", "due"]);
});

test("the own values of a placeholder do not contain the page's defaults", () => {
  document.body.innerHTML = `<ins data-zone-id="7" data-sub="5" data-label="Ad" data-lazy="-1"></ins>`;
  const page = { endpoint: "https://ads.test/", sub: "5", lazy: "200", refresh: "60" };
  const known = {
    key: 1,
    values: Object.setPrototypeOf({ zoneId: "7", sub: "5", label: "Ad" }, page),
    stage: "due",
  };
  const slots = new Map([[document.body.firstElementChild, known]]);
  const [slot] = listSlots(tagStateOf(slots, page));
  expect(slot?.own).toEqual({ zoneId: "7", sub: "5", label: "Ad" });
});

test("a zone that is neither near nor rendered waits as unseen", () => {
  expect(readZone({ known: { stage: "far" }, isRendered: false })).toEqual(["waiting", "unseen"]);
});

test("a near zone that is not rendered does not wait as unseen", () => {
  expect(readZone({ isRendered: false })[1]).toBe("due");
});

test.each([
  ["consent", {}, {}],
  ["far", { stage: "far" }, {}],
  ["due", {}, { gdpr: "0" }],
])(
  "on a page with a consent platform a zone waits as %s with %j and settings %j",
  (wait, known, settings) => {
    vi.stubGlobal("__tcfapi", () => {});
    expect(readZone({ known, settings })[1]).toBe(wait);
  },
);

test("without a valid endpoint a zone waits for the endpoint", () => {
  expect(readZone({ known: { stage: "far" }, settings: { endpoint: undefined } })).toEqual([
    "waiting",
    "endpoint",
  ]);
});

test("a placeholder that the tag does not manage waits as manual without own values", () => {
  document.body.innerHTML = `<ins data-zone-id="7" data-sub="5"></ins>`;
  const el = document.body.firstElementChild;
  expect(listSlots(tagStateOf(new Map()))).toEqual([
    { el, key: undefined, id: "7", state: "idle", wait: "manual", own: {} },
  ]);
});

test("a zone with data-zone-state has no wait reason", () => {
  document.body.innerHTML = `<ins data-zone-id="7" data-zone-state="empty"></ins>`;
  expect(listSlots(tagStateOf(new Map()))).toMatchObject([{ state: "empty", wait: undefined }]);
});

test("the id of a zone is read as written from data-zone-id or data-zoneid", () => {
  document.body.innerHTML = `<ins data-zoneid=" 7a"></ins><ins data-zone-id="8" data-zoneid="9"></ins>`;
  expect(listSlots(tagStateOf(new Map())).map(({ id }) => id)).toEqual([" 7a", "8"]);
});

test("an id from data-zoneid is an own value of the placeholder", () => {
  document.body.innerHTML = `<ins data-zoneid="7"></ins>`;
  const values = { zoneid: "7", zoneId: "7" };
  const [slot] = listSlots(tagStateOf(new Map([[document.body.firstElementChild, { key: 1, values }]])));
  expect(slot?.own).toEqual(values);
});

test("listSlots() returns placeholders of the document, then of open shadow roots, then other managed slots", () => {
  document.body.innerHTML = `<ins data-zone-id="1"></ins><p></p><ins data-zone-id="2"></ins>`;
  const [first, host, second] = document.body.children;
  const root = host?.attachShadow({ mode: "open" }) as ShadowRoot;
  root.innerHTML = `<ins data-zone-id="3"></ins><ins data-zone-id="4"></ins><ins></ins>`;
  const [managed, givenBack, withoutId] = root.children;
  const known = (key: number, stage?: string) => ({ key, stage, values: {} });
  const slots = new Map<unknown, object>([
    ...([[managed, known(2, "waiting")]] as const),
    ...([[givenBack, known(3)]] as const),
    ...([[withoutId, known(4, "waiting")]] as const),
    ...([[second, known(5, "waiting")]] as const),
    // Destroyed and no longer on the page.
    ...([[document.createElement("ins"), known(6)]] as const),
  ]);
  expect(listSlots(tagStateOf(slots)).map(({ el, id, key }) => [el, id, key])).toEqual([
    [first, "1", undefined],
    [second, "2", 5],
    [managed, "3", 2],
    [givenBack, "4", 3],
    [withoutId, "", 4],
  ]);
});

test("subscribe() reports each new note until it is ended, and the tag still records the note", () => {
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

test("the console's element is called zonetag-console, as in the guide", () => {
  expect(NAME).toBe("zonetag-console");
});
