import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Values } from "../../src/tag/types.ts";
import { AGREED, REFUSED } from "./values.ts";

let readConsent: typeof import("../../src/tag/consent.ts").findConsent;

/** Fake consent platform (`__tcfapi`) whose listeners are notified by the test. */
class Platform {
  listeners = new Map<number, (data: object, ok: boolean) => void>();
  versions: number[] = [];
  api = (command: string, version: number, callback: (data: object, ok: boolean) => void, id?: number) => {
    this.versions.push(version);
    if (command === "addEventListener") this.listeners.set(this.listeners.size + 1, callback);
    if (command === "removeEventListener") {
      this.listeners.delete(id as number);
      callback({}, true);
    }
  };
  say(eventStatus: string, more: object = {}, ok = true) {
    for (const [listenerId, tell] of [...this.listeners])
      tell({ eventStatus, listenerId, gdprApplies: true, tcString: AGREED, ...more }, ok);
  }
}

/** Messages in the browser's console. */
const reported: string[] = [];

let platform: Platform;
beforeEach(async () => {
  // Each copy of the tag reports a message once, so every test loads a new copy.
  vi.resetModules();
  ({ findConsent: readConsent } = await import("../../src/tag/consent.ts"));
  reported.length = 0;
  vi.spyOn(console, "error").mockImplementation((_, text) => reported.push(text));
  vi.useFakeTimers();
  platform = new Platform();
  vi.stubGlobal("__tcfapi", platform.api);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const NONE = { gdpr: 1, consent: "" };
/** Starts `findConsent()`; the returned function advances the clock and returns the result, or "waits". */
const read = async (values: Values = {}) => {
  let known: unknown = "waits";
  readConsent(values).then((gdpr) => {
    known = gdpr;
  });
  await vi.advanceTimersByTimeAsync(0);
  return async (milliseconds = 0) => {
    await vi.advanceTimersByTimeAsync(milliseconds);
    return known;
  };
};

/** Removes the consent platform from the window. */
const removePlatform = () => void vi.stubGlobal("__tcfapi", undefined);

test("without a consent platform, consent is unknown", async () => {
  removePlatform();
  expect(await (await read())()).toBeUndefined();
});

test.each([
  [
    { gdpr: "1", consent: AGREED },
    { gdpr: 1, consent: AGREED },
  ],
  [{ gdpr: "1" }, NONE],
  [{ gdpr: "0" }, { gdpr: 0, consent: "" }],
] as const)(
  "without a consent platform, the consent values of the page are used: %j",
  async (values, gdpr) => {
    removePlatform();
    expect(await (await read(values))()).toEqual(gdpr);
  },
);

const WRONG = "data-consent: expected a TC string";
const ALONE = "data-consent: expected data-gdpr as well";

test.each([
  ["a TC string", { gdpr: "1", consent: ` ${AGREED}\n` }, { gdpr: 1, consent: AGREED }, []],
  ["a refusal", { gdpr: "1", consent: REFUSED }, { gdpr: 1, consent: REFUSED }, []],
  ["no consent", { gdpr: "1", consent: "" }, NONE, []],
  ["a word", { gdpr: "1", consent: "marketing" }, NONE, [WRONG]],
  ["a TC string that is too long", { gdpr: "1", consent: `${AGREED}.`.padEnd(16_385, "A") }, NONE, [WRONG]],
  ["a word without GDPR", { gdpr: "0", consent: "marketing" }, { gdpr: 0, consent: "" }, [WRONG]],
  ["a TC string without data-gdpr", { consent: AGREED }, { gdpr: 1, consent: AGREED }, [ALONE]],
  ["a refusal without data-gdpr", { consent: REFUSED }, { gdpr: 1, consent: REFUSED }, [ALONE]],
  ["a word without data-gdpr", { consent: "marketing" }, NONE, [ALONE, WRONG]],
  ["an empty text without data-gdpr", { consent: "" }, NONE, [ALONE]],
] as const)("%s of the page, without a consent platform: %j → %j", async (_, values, gdpr, lines) => {
  removePlatform();
  expect(await (await read(values))()).toEqual(gdpr);
  expect(await (await read(values))()).toEqual(gdpr);
  expect(reported).toEqual(lines);
});

test.each([AGREED, "marketing"])(
  "a consent platform is asked although the page has data-consent=%s without data-gdpr",
  async (consent) => {
    const now = await read({ consent });
    expect(await now()).toBe("waits");
    platform.say("tcloaded", { tcString: REFUSED });
    expect(await now()).toEqual({ gdpr: 1, consent: REFUSED });
    const late = await read({ consent });
    expect(await late(3_000)).toEqual(NONE);
    expect(reported).toEqual([]);
  },
);

test.each([
  ["a word", "granted", [WRONG]],
  ["a number", 5, [WRONG]],
  ["true", true, [WRONG]],
  ["a list with a TC string", [AGREED], [WRONG]],
  ["an object", {}, [WRONG]],
  ["null", null, []],
  ["nothing", undefined, []],
  ["an empty text", "", []],
])("a consent platform that answers with %s gives no consent", async (_, tcString, lines) => {
  const now = await read();
  platform.say("tcloaded", { tcString });
  expect(await now()).toEqual(NONE);
  expect(reported).toEqual(lines);
});

test("consent values of the page take precedence, and the consent platform is not asked", async () => {
  expect(await (await read({ gdpr: "0" }))()).toEqual({ gdpr: 0, consent: "" });
  expect(platform.versions).toEqual([]);
});

test.each(["tcloaded", "useractioncomplete"])(
  "the event status %s of a consent platform ends the wait for consent and removes the listener",
  async (status) => {
    const now = await read();
    expect(await now(2_000)).toBe("waits");
    platform.say(status);
    expect(await now()).toEqual({ gdpr: 1, consent: AGREED });
    expect(platform.listeners.size).toBe(0);
    expect(platform.versions).toEqual([2, 2]);
  },
);

test.each([["cmpuishown"], ["not tcloaded"], ["no useractioncomplete"]])(
  "the event status %s of a consent platform does not end the wait for consent",
  async (status) => {
    const now = await read();
    platform.say(status);
    expect(await now()).toBe("waits");
    platform.say("useractioncomplete", { tcString: REFUSED });
    expect(await now()).toEqual({ gdpr: 1, consent: REFUSED });
  },
);

test("a consent event with success = false does not end the wait for consent", async () => {
  const now = await read();
  platform.say("tcloaded", {}, false);
  expect(await now()).toBe("waits");
});

test.each([
  [
    { gdprApplies: false, tcString: "" },
    { gdpr: 0, consent: "" },
  ],
  [
    { gdprApplies: false, tcString: undefined },
    { gdpr: 0, consent: "" },
  ],
  [{ gdprApplies: undefined }, { gdpr: 1, consent: AGREED }],
  [{ tcString: undefined }, NONE],
])("a consent platform's data %j is read as %j", async (said, gdpr) => {
  const now = await read();
  platform.say("tcloaded", said);
  expect(await now()).toEqual(gdpr);
});

test("a platform that does not answer within the timeout means no consent", async () => {
  const now = await read();
  expect(await now(2_999)).toBe("waits");
  expect(await now(1)).toEqual(NONE);
  const sooner = await read({ consentTimeout: "100" });
  expect(await sooner(99)).toBe("waits");
  expect(await sooner(1)).toEqual(NONE);
});

test("a timeout of the wait for consent removes the listener", async () => {
  const now = await read();
  platform.say("cmpuishown");
  expect(platform.listeners.size).toBe(1);
  expect(await now(3_000)).toEqual(NONE);
  expect(platform.listeners.size).toBe(0);
});

test("a consent platform that throws on removeEventListener or answers late without data does no harm", async () => {
  let tell: (data: object | null, ok: boolean) => void = () => {};
  vi.stubGlobal("__tcfapi", (command: string, _: number, callback: typeof tell) => {
    if (command === "removeEventListener") throw new Error("no");
    tell = callback;
  });
  const now = await read();
  tell({ eventStatus: "cmpuishown", listenerId: 1 }, true);
  expect(await now(3_000)).toEqual(NONE);
  vi.stubGlobal("__tcfapi", (_: string, __: number, callback: typeof tell) => {
    tell = callback;
  });
  const silent = await read();
  expect(await silent(3_000)).toEqual(NONE);
  tell(null, false);
});

test("a consent platform's first answer after the timeout removes the listener", async () => {
  for (const [status, ok] of [
    ["cmpuishown", true],
    ["tcloaded", false],
  ] as const) {
    const now = await read();
    expect(await now(3_000)).toEqual(NONE);
    expect(platform.listeners.size).toBe(1);
    platform.say(status, {}, ok);
    expect(await now()).toEqual(NONE);
    expect(platform.listeners.size).toBe(0);
  }
});

test("the listener is removed through the API that replaced the consent platform's stub", async () => {
  let tell: (data?: object, ok?: boolean) => void = () => {};
  vi.stubGlobal("__tcfapi", (_: string, __: number, callback: typeof tell) => {
    tell = callback;
  });
  const now = await read();
  const removed: unknown[] = [];
  Object.assign(globalThis, {
    __tcfapi: (command: string, _: number, __: unknown, id: number) => removed.push([command, id]),
  });
  tell({ eventStatus: "tcloaded", listenerId: 5, tcString: AGREED }, true);
  expect(await now()).toEqual({ gdpr: 1, consent: AGREED });
  expect(removed).toEqual([["removeEventListener", 5]]);
});

test("a consent platform's answer without data is ignored and throws nothing", async () => {
  let tell: (data?: object, ok?: boolean) => void = () => {};
  vi.stubGlobal("__tcfapi", (_: string, __: number, callback: typeof tell) => {
    tell = callback;
  });
  const now = await read();
  expect(() => tell(undefined, true)).not.toThrow();
  expect(await now()).toBe("waits");
  tell({ eventStatus: "tcloaded", listenerId: 5, tcString: AGREED }, true);
  expect(await now()).toEqual({ gdpr: 1, consent: AGREED });
});

test("a consent platform that throws means no consent", async () => {
  vi.stubGlobal("__tcfapi", () => {
    throw new Error("not ready");
  });
  expect(await (await read())()).toEqual(NONE);
});
