// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import type { Diagnosis, Evidence } from "../../src/console/evidence.ts";
import {
  explainZone,
  type Finding,
  findFailure,
  measureGravity,
  sortFindings,
  toFindings,
} from "../../src/console/explain.ts";
import type { Exchange, Timeline } from "../../src/console/history.ts";
import type { ErrorCode, Note, Slot, TagState, Values } from "../../src/console/slots.ts";
import * as texts from "../../src/console/texts.ts";
import type { ZoneRequest } from "../../src/protocol/placement.ts";
import type { EventType } from "../../src/tag/record.ts";

const SERVICE = "https://ads.test";
const ENDPOINT = `${SERVICE}/v1/placement`;
const PAGE = "https://site.test/sports/";

const NO_EVIDENCE: Evidence = {
  shifts: [],
  sandbox: undefined,
  diagnose: () => expect.unreachable("no address has to be diagnosed"),
  stop() {},
};

const TAG_STATE: TagState = {
  settings: {},
  listSlots: () => [],
  notes: [],
  tag: expect.anything(),
};

afterEach(() => {
  vi.restoreAllMocks();
});

interface Case {
  markup?: string;
  slot?: Partial<Slot>;
  timeline?: Timeline;
  settings?: Values;
  evidence?: Evidence;
  notes?: Note[];
  retryAt?: number;
}

/** Explains one zone. */
function explain({ slot, timeline, settings = {}, evidence = NO_EVIDENCE, ...more }: Case): Finding[] {
  document.body.innerHTML = more.markup ?? `<ins data-zone-id="7"></ins>`;
  const el = document.body.firstElementChild as HTMLElement;
  const id = el.dataset.zoneId ?? el.dataset.zoneid ?? "";
  const zone: Slot = { el, id, key: 1, state: "error", wait: undefined, own: {}, ...slot };
  return explainZone(
    zone,
    timeline ?? { requests: 0, moments: [] },
    { ...TAG_STATE, settings, notes: more.notes ?? [] },
    evidence,
    more.retryAt,
  );
}

const moment = (at: number, type: EventType) => ({ at, type, detail: undefined, key: 1 });

/** Creates the timeline of the last zone of a request. */
function createTimeline(
  exchange: Partial<Exchange> & { zones?: Partial<ZoneRequest>[] },
  ...types: EventType[]
) {
  const { zones = [{ id: 7 }], ...rest } = exchange;
  const timelines = zones.map((): Timeline => ({ requests: 1, moments: [] }));
  const own = timelines.at(-1) as Timeline;
  const request = { user: { referer: PAGE }, zones: zones as ZoneRequest[] };
  own.moments = types.map((type, at) => moment(at, type));
  own.exchange = { at: 5, body: "", request, timelines, attempts: [], ...rest };
  return own;
}

const endIn = (timeline: Timeline, code: string, message = "") => {
  // Later versions of the tag may have other codes.
  const detail = { code: code as ErrorCode, message };
  timeline.moments.push({ at: 1, type: "error", detail, key: 1 });
  return timeline;
};

const tried = (status: number, text = "", url = ENDPOINT) => ({
  at: 1,
  status,
  text,
  url,
  headers: undefined,
});

/** Returns the findings of a zone whose last request ended in this error. */
const explainError = (code: string, message: string, more: Case = {}) =>
  explain({ ...more, timeline: endIn({ requests: 0, moments: [] }, code, message) });

test.each(["data-zone-id", "data-zoneid"])(
  "an invalid %s is reported as one finding and not as a message of the service",
  (name) => {
    const markup = `<ins ${name}="bad"></ins>`;
    expect(explainError("invalid-zone", "bad", { markup })).toEqual([
      ["wrong", "Not requested: “bad” is not a zone id.", "Set it to the number your ad network gave you."],
    ]);
  },
);

test.each([
  ["zone", "Zone 7 not found", "unknown-zone"],
  ["zone", "Not Found: 7", "unknown-zone"],
  ["zone", "Zone 7 is paused", "zone"],
  ["http", "HTTP 404 not found", "http"],
])("an error %s with the message “%s” is of the kind %s", (code, message, kind) => {
  const timeline = endIn({ requests: 1, moments: [] }, code, message);
  expect(findFailure(timeline)).toEqual({ code: kind, message });
  expect(explainError(code, message)).toEqual([["wrong", ...(texts.codes[kind]?.(message, "", "7") ?? [])]]);
});

test.each(["filled", "empty"] as const)(
  "an error before the zone was %s no longer counts as a failure",
  (type) => {
    const timeline = endIn({ requests: 1, moments: [] }, "http", "HTTP 500");
    timeline.moments.push(moment(2, type), moment(3, "viewable"));
    expect(findFailure(timeline)).toBeUndefined();
  },
);

test("a zone without an error note has not failed", () => {
  expect(findFailure({ requests: 0, moments: [] })).toBeUndefined();
  expect(findFailure({ requests: 0, moments: [{ at: 1, type: "answered" }] })).toBeUndefined();
});

test.each(Object.keys(texts.codes))(
  "an error with the code %s is explained by the text for that code",
  (code) => {
    const [what, remedy] = texts.codes[code]?.("message 500", "200", "7") ?? [];
    const said = explainError(code, "message 500", { settings: { timeout: "200" } });
    expect(said).toEqual([["wrong", what, remedy]]);
  },
);

test.each([
  ["its tag name", "p", "unfit"],
  ["another tag name", "h2", "content"],
  ["a size", "300x3000", "large"],
  ["the word text", "text", "long"],
  ["the name of a field", "input", "long"],
  ["no text", "", "unsent"],
])("a refused placeholder with %s as message (“%s”) is explained by the text “%s”", (_, message, cause) => {
  const said = explainError("config", message, { markup: `<p data-zone-id="7"></p>` });
  expect(said).toEqual([["wrong", ...(texts.codes[cause]?.(message, "", "7") ?? [])]]);
});

test("an error with an unknown code shows its message", () => {
  expect(explainError("brand-new", "what went wrong")).toEqual([["wrong", "what went wrong"]]);
});

test("a timeout is explained with data-timeout or the default of 3000 ms", () => {
  const say = (settings: Values) => explainError("timeout", "", { settings })[0]?.[1];
  expect(say({ timeout: "200" })).toBe("The ad service did not reply within 200 ms.");
  expect(say({})).toBe("The ad service did not reply within 3000 ms.");
});

test.each(
  Object.entries(texts.waits).map(([wait]) => [
    wait,
    { endpoint: "wrong", unmatchable: "wrong", media: "ok" }[wait] ?? "note",
  ]),
)("a zone that waits for “%s” gets a finding of the level “%s”", (wait, level) => {
  const slot = { wait, state: wait === "media" ? "media" : "waiting" } as Partial<Slot>;
  expect(explain({ slot })).toEqual([[level, ...(texts.waits[wait as "far"] ?? [])]]);
});

test("a zone that waits for the retry of another request shows the remaining time", () => {
  vi.spyOn(performance, "now").mockReturnValue(1000);
  const slot: Partial<Slot> = { wait: "due", state: "waiting" };
  expect(explain({ slot })).toEqual([["note", texts.soon]]);
  expect(explain({ slot, retryAt: 5000 })).toEqual([["note", texts.soon, texts.retry(4000)]]);
});

test("between two attempts a zone waits for the retry, not for consent", () => {
  vi.spyOn(performance, "now").mockReturnValue(1000);
  const slot: Partial<Slot> = { wait: "consent", state: "waiting" };
  expect(explain({ slot, retryAt: 5000 })).toEqual([["note", texts.soon, texts.retry(4000)]]);
});

test("between two attempts a zone that is far away still waits until it is near", () => {
  const slot: Partial<Slot> = { wait: "far", state: "waiting" };
  expect(explain({ slot, retryAt: 5000 })).toEqual([["note", ...(texts.waits.far ?? [])]]);
});

test.each([
  ["has no reply", [], undefined, [texts.unanswered]],
  ["could not be reached, and is tried again later", [0], 5000, [texts.unanswered, texts.retry(4000)]],
  ["failed, and is tried again later", [503], 5000, [texts.replied("HTTP 503"), texts.retry(4000)]],
  ["failed, and is being tried again", [503], undefined, [texts.unanswered]],
  ["was refused, and is being tried again", [400], undefined, [texts.unanswered]],
  ["has a reply", [200], undefined, [texts.loading]],
  ["has a reply after a second try", [503, 200], undefined, [texts.loading]],
] as [string, number[], number | undefined, string[]][])(
  "a requested zone whose request %s is explained",
  (_, statuses, retryAt, words) => {
    vi.spyOn(performance, "now").mockReturnValue(1000);
    const timeline = createTimeline(
      { attempts: statuses.map((status) => tried(status)), retryAt },
      "request",
    );
    expect(explain({ slot: { state: "pending" }, timeline })).toEqual([["note", ...words]]);
  },
);

test("a requested zone whose request was not sent yet is shown as unanswered", () => {
  expect(explain({ slot: { state: "pending" } })).toEqual([["note", texts.unanswered]]);
});

test.each([
  ["its keywords", { keywords: "shoes" }, texts.byKeywords("shoes")],
  ["the page's address", {}, texts.byAddress(PAGE)],
  [
    ...["its keywords and custom targeting", { keywords: "shoes", custom_targeting: { plan: "free" } }],
    texts.byTargeting(texts.byKeywords("shoes"), "plan=free"),
  ],
  [
    ...["the page's address and custom targeting", { custom_targeting: { plan: "free", age: "9" } }],
    texts.byTargeting(texts.byAddress(PAGE), "plan=free, age=9"),
  ],
  ["the page's address and empty custom targeting", { custom_targeting: {} }, texts.byAddress(PAGE)],
] as [string, Partial<ZoneRequest>, string][])(
  "an empty zone reports that no campaign matches %s, as requested",
  (_, zone, by) => {
    const timeline = createTimeline({ zones: [{ id: 6, keywords: "others" }, zone] }, "empty");
    expect(explain({ slot: { state: "empty" }, timeline })).toEqual([["note", ...texts.noCampaign(by)]]);
  },
);

test("an empty zone whose request was dropped from the record reports that no campaign matches", () => {
  expect(explain({ slot: { state: "empty" } })).toEqual([["note", ...texts.noCampaign(texts.byAddress(""))]]);
});

test.each([
  ["brought nothing", ["filled", "empty", "click"], true],
  ["filled it", ["empty", "filled", "viewable"], false],
  ["is not noted", [], false],
  ["has not ended", ["request"], false],
] as [string, EventType[], boolean][])(
  "a filled zone whose last request %s is explained as keeping its earlier ad: %s",
  (_, types, kept) => {
    const timeline = createTimeline({}, ...types);
    expect(explain({ slot: { state: "filled" }, timeline })).toEqual(kept ? [["note", ...texts.kept]] : []);
  },
);

test("the console does not say that a destroyed zone kept its ad", () => {
  const slot: Partial<Slot> = { state: "idle", wait: "given-back" };
  expect(explain({ slot, timeline: createTimeline({}, "filled") })).toEqual([
    ["note", ...(texts.waits["given-back"] ?? [])],
  ]);
});

const WRONG_SIZE = `data-size="wide": expected WIDTHxHEIGHT`;

test.each<[is: string, note: string, type: "wrong" | "lost", detail: string, hint: texts.Words]>([
  ["invalid", "says so", "wrong", WRONG_SIZE, texts.wrongValue("data-size", "wide", "WIDTHxHEIGHT")],
  ["late", "is about another value", "wrong", WRONG_SIZE.replace("wide", "big"), texts.late("data-size")],
  ["late", "has another type", "lost", WRONG_SIZE, texts.late("data-size")],
])(
  "an attribute that the tag did not accept is reported as %s when the tag's note %s",
  (_is, _note, type, detail, hint) => {
    const markup = `<ins data-zone-id="7" data-size="wide"></ins>`;
    const slot: Partial<Slot> = { state: "pending" };
    const notes: Note[] = [{ at: 1, type, detail, key: undefined }];
    expect(explain({ markup, slot, notes })).toEqual([
      ["hint", ...hint],
      ["note", texts.unanswered],
    ]);
    expect(explain({ markup, slot: { ...slot, key: undefined }, notes })).toEqual([
      ["note", texts.unanswered],
    ]);
  },
);

test.each<[when: string, slot: Partial<Slot>, isLate: boolean]>([
  ["after the request", { state: "filled" }, true],
  ["before the request", { state: "waiting", wait: "far" }, false],
  ["with the value that the tag read", { state: "filled", own: { keywords: " shoes" } }, false],
  ["with the value that the tag trimmed", { state: "filled", own: { keywords: "shoes" } }, false],
])("an attribute set %s is reported as late: %s", (_, slot, isLate) => {
  const markup = `<ins data-zone-id="7" data-keywords=" shoes"></ins>`;
  const hints = explain({ markup, slot }).filter(([level]) => level === "hint");
  expect(hints).toEqual(isLate ? [["hint", ...texts.late("data-keywords")]] : []);
});

const diagnosedAs = (diagnosis: Diagnosis) => {
  const diagnose = vi.fn<Evidence["diagnose"]>(() => diagnosis);
  return { diagnose, evidence: { ...NO_EVIDENCE, diagnose } };
};

const ANSWER = JSON.stringify({ zones: [null, { data: { image: "https://cdn.test/1.png" } }] });

test.each([
  ["network", ENDPOINT, SERVICE, SERVICE],
  ["image", "https://cdn.test/1.png", "https://cdn.test", "the banner's image on https://cdn.test"],
])("the cause of the code %s is found by requesting the address %s", (code, address, host, subject) => {
  const { diagnose, evidence } = diagnosedAs({ why: "policy", directive: "img-src" });
  const zones = [{ id: 6 }, { id: 7 }];
  const timeline = endIn(createTimeline({ zones, attempts: [tried(503), tried(200, ANSWER)] }), code);
  const settings: Values = { endpoint: ENDPOINT, credentials: "include" };
  expect(explain({ timeline, evidence, settings })).toEqual([
    ["wrong", ...(texts.diagnoses.policy(host, subject, "img-src") ?? [])],
  ]);
  expect(diagnose).toHaveBeenCalledExactlyOnceWith(code, address, 5, "include");
});

test("until the cause is known, an error is explained by the text for its code", () => {
  const { evidence } = diagnosedAs({});
  const said = explainError("network", "", { evidence, settings: { endpoint: ENDPOINT } });
  expect(said).toEqual([["wrong", ...(texts.codes.network?.("", "", "") ?? [])]]);
});

test("a failure whose request was dropped from the record is still diagnosed", () => {
  const { diagnose, evidence } = diagnosedAs({ why: "offline" });
  explainError("network", "", { evidence, settings: { endpoint: ENDPOINT } });
  expect(diagnose).toHaveBeenCalledExactlyOnceWith("network", ENDPOINT, 0, undefined);
});

test.each<[Diagnosis, hint: texts.Words]>([
  [{}, texts.lost(SERVICE)],
  [{ why: "host" }, texts.lost(SERVICE)],
  [
    { why: "policy", directive: "connect-src" },
    texts.diagnoses.policy(SERVICE, `the impression on ${SERVICE}`, "connect-src"),
  ],
  [{ why: "corp" }, texts.diagnoses.corp(SERVICE, `the impression on ${SERVICE}`)],
])(
  "an impression that did not reach the service is reported as a hint with the diagnosis %j",
  (diagnosis, hint) => {
    const { diagnose, evidence } = diagnosedAs(diagnosis);
    const timeline = createTimeline({}, "filled");
    timeline.moments.push({ at: 9, type: "lost", detail: `${SERVICE}/v1/impression/token`, key: 1 });
    expect(explain({ slot: { state: "filled" }, timeline, evidence })).toEqual([["hint", ...hint]]);
    // Requesting the address of the impression itself would count it.
    expect(diagnose).toHaveBeenCalledExactlyOnceWith("impression", SERVICE, 9);
  },
);

test.each([
  ["no reply", []],
  ["a reply without zones", [tried(200, "{}")]],
  ["a reply without this zone", [tried(200, `{"zones":[null]}`)]],
  ["a reply without data", [tried(200, `{"zones":[{}]}`)]],
  ["a reply that is no JSON", [tried(200, "<h1>")]],
])("a failed image with %s is not requested again to diagnose it", (_, attempts) => {
  const timeline = endIn(createTimeline({ attempts }), "image", "1.png");
  expect(explain({ timeline })).toEqual([["wrong", ...(texts.codes.image?.("1.png", "", "") ?? [])]]);
});

/** Explains the last of twelve zones, whose request was rejected with this body. */
const explainRefusal = (body: unknown, ending = "message") => {
  const zones = Array.from({ length: 12 }, (_, at) => ({ id: 100 + at }));
  const timeline = createTimeline({ zones, attempts: [tried(400, JSON.stringify(body))] });
  return explain({ timeline: endIn(timeline, "rejected", ending), settings: { endpoint: ENDPOINT } });
};

test.each([
  ["[zones][0][sub]", "data-sub of zone 100"],
  ["[zones][11][sub]", "data-sub of zone 111"],
  ["[zones][1][id]", "data-zone-id of zone 101"],
  ["[zones][1][keywords]", "data-keywords of zone 101"],
  ["[zones][1][custom_targeting][plan]", "data-target-plan of zone 101"],
])("a rejected %s is explained as the page's %s", (path, where) => {
  expect(explainRefusal({ errors: [{ [path]: "why" }] })).toEqual([
    ["wrong", ...texts.rejected(where, "why", true)],
  ]);
});

test.each(["[user][ip]", "[zones]", "[zones][0]", "[zones][12][sub]", "[user][zones][0][sub]"])(
  "a rejected %s that the page cannot correct is shown as the service wrote it",
  (path) => {
    expect(explainRefusal({ errors: [{ [path]: "why" }] })).toEqual([
      ["wrong", ...texts.rejected(path, "why", false)],
    ]);
  },
);

test.each([
  ["a list", [{ "[user][ip]": "missing" }, { "[zones][0][sub]": 7, "[user][ua]": "wrong" }]],
  ["one object", { "[user][ip]": "missing", "[zones][0][sub]": 7, "[user][ua]": "wrong" }],
])("each of the reasons in %s is a finding", (_, errors) => {
  expect(explainRefusal({ errors })).toEqual([
    ["wrong", ...texts.rejected("[user][ip]", "missing", false)],
    ["wrong", ...texts.rejected("data-sub of zone 100", "7", true)],
    ["wrong", ...texts.rejected("[user][ua]", "wrong", false)],
  ]);
});

test.each([[{}], [{ errors: [] }], [{ errors: [null, 5] }], ["no object"], [null]])(
  "a rejected request with the body %j is explained by the error's message",
  (body) => {
    expect(explainRefusal(body, "HTTP 400")).toEqual([
      ["wrong", ...(texts.codes.rejected?.("HTTP 400", "", "") ?? [])],
    ]);
  },
);

test("an answer's messages by position are not mistaken for a rejected request", () => {
  const text = JSON.stringify({ zones: [null], errors: { 0: ["Zone 7 is paused"] } });
  const timeline = endIn(createTimeline({ attempts: [tried(200, text)] }), "zone", "Zone 7 is paused");
  expect(explain({ timeline })).toEqual([
    ["wrong", ...(texts.codes.zone?.("Zone 7 is paused", "", "") ?? [])],
  ]);
});

test("toFindings() leaves out undefined and false sentences", () => {
  expect(toFindings("hint", undefined, ["one", "remedy"], false, ["other"])).toEqual([
    ["hint", "one", "remedy"],
    ["hint", "other"],
  ]);
});

test("measureGravity() ranks problem, hint, note, as intended, no finding", () => {
  const ok = toFindings("ok", ["as intended"]);
  const note = [...ok, ...toFindings("note", ["how things are"])];
  const hint = [...note, ...toFindings("hint", ["worth fixing"])];
  const wrong = [...hint, ...toFindings("wrong", ["no ad because of it"])];
  expect([wrong, hint, note, ok, []].map(measureGravity)).toEqual([0, 1, 2, 3, 4]);
});

test("the most serious finding comes first, and findings of the same level keep their order", () => {
  const findings = (["ok", "note", "wrong", "hint", "wrong"] as const).map(
    (level, at): Finding => [level, `${at}`],
  );
  expect(sortFindings(findings).map(([level, what]) => level + what)).toEqual([
    ...["wrong2", "wrong4", "hint3", "note1", "ok0"],
  ]);
});

const MOVED = "https://new.test/v1/placement";
test.each([
  ["http", "HTTP 405", 405, MOVED, true],
  ["rejected", "[]", 405, MOVED, true],
  ["invalid-response", "HTTP 200", 200, MOVED, true],
  ["http", "HTTP 405", 405, ENDPOINT, false],
  ["http", "HTTP 503", 503, MOVED, false],
  ["rejected", "[]", 400, MOVED, false],
  ["zone", "Zone 7 is paused", 200, MOVED, false],
  ["http", "HTTP 405", 405, "", false],
])(
  "%s (%s) after status %d from %s is explained by a redirect: %s",
  (code, message, status, url, isRedirect) => {
    const timeline = endIn(createTimeline({ attempts: [tried(status, "", url)] }), code, message);
    const [first] = explain({ timeline, settings: { endpoint: `${ENDPOINT}#top` } });
    const words = ["wrong", ...texts.redirected(SERVICE, MOVED)];
    if (isRedirect) expect(first).toEqual(words);
    else expect(first).not.toEqual(words);
  },
);
