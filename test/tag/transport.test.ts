import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Values } from "../../src/tag/zone.ts";

type Transport = typeof import("../../src/tag/transport.ts");
type Record = typeof import("../../src/tag/record.ts");

const ENDPOINT = "https://ads.example/v1/placement";
const ANSWER = { zones: [null], errors: {} };

let transport: Transport;
let notes: Record["notes"];
/** What each fetch does, in turn; the last is repeated. */
let turns: (() => unknown)[];
let fetched: { address: string; init: RequestInit; at: number }[];

beforeEach(async () => {
  vi.useFakeTimers({ now: 0 });
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  fetched = [];
  turns = [() => response(ANSWER)];
  vi.stubGlobal("self", globalThis);
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    const turn = turns[Math.min(fetched.length, turns.length - 1)];
    fetched.push({ address, init, at: Date.now() });
    return turn?.();
  });
  vi.resetModules();
  transport = await import("../../src/tag/transport.ts");
  ({ notes } = await import("../../src/tag/record.ts"));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const response = (content: unknown, status = 200, headers: HeadersInit = {}) => ({
  status,
  headers: new Headers(headers),
  text: async () => (typeof content === "string" ? content : JSON.stringify(content)),
});
const fails = () => {
  throw new TypeError("Failed to fetch");
};
const hangs = () => new Promise(() => {});
const stalls = () => ({ ...response(""), text: hangs });

/** What a request gave after some time: an answer, a result, or "waits". */
async function exchange(milliseconds = 0, values: Partial<Values> = {}, body = "{}") {
  let ended: unknown = "waits";
  transport.exchange({ endpoint: ENDPOINT, credentials: "omit", ...values }, body).then((result) => {
    ended = result;
  });
  await vi.advanceTimersByTimeAsync(milliseconds);
  return ended;
}

describe("exchange", () => {
  test("one simple POST to the endpoint, and its answer", async () => {
    expect(await exchange(0, { credentials: "include" }, `{"user":{}}`)).toEqual(ANSWER);
    expect(fetched).toHaveLength(1);
    expect(fetched[0]).toMatchObject({
      address: ENDPOINT,
      init: { method: "POST", body: `{"user":{}}`, credentials: "include" },
    });
    expect(fetched[0]?.init.headers).toEqual({ "Content-Type": "text/plain" });
  });

  test("what goes out and what comes back is noted, whatever it is", async () => {
    turns = [fails, () => response("oops", 404, { "Retry-After": "1" })];
    await exchange(1_000, {}, "body");
    expect(notes.map(({ type }) => type)).toEqual(["sent", "received", "received"]);
    expect(notes.map(({ detail }) => detail)).toMatchObject([
      "body",
      { body: "body", status: 0, text: "", headers: undefined },
      { body: "body", status: 404, text: "oops" },
    ]);
    const last = notes[2]?.detail as { headers: Headers } | undefined;
    expect(last?.headers.get("Retry-After")).toBe("1");
  });

  test("a body that can be read wins over its status", async () => {
    turns = [() => response(ANSWER, 500)];
    expect(await exchange()).toEqual(ANSWER);
    turns = [() => response({ errors: [{ "[zones]": "none" }] }, 400)];
    expect(await exchange()).toEqual({ errors: [{ "[zones]": "none" }] });
    turns = [() => response({ zones: [] }, 429)];
    expect(await exchange()).toEqual({ zones: [] });
  });

  /** Body, status, code, how often it is asked. */
  test.each([
    ["oops", 200, "invalid-response", 1],
    ["", 204, "invalid-response", 1],
    ["null", 200, "invalid-response", 1],
    ["{}", 200, "invalid-response", 1],
    [`{"zones":[`, 200, "invalid-response", 1],
    ["", 399, "invalid-response", 1],
    ["", 400, "http", 1],
    ["", 404, "http", 1],
    ["", 499, "http", 1],
    ["", 500, "http", 2],
    ["", 503, "http", 2],
  ])("%j with status %d is %s, asked %d times", async (body, status, code, times) => {
    turns = [() => response(body, status)];
    expect(await exchange(5_000)).toEqual([null, code, `HTTP ${status}`]);
    expect(fetched).toHaveLength(times);
  });

  test("a network failure is tried once more", async () => {
    turns = [fails];
    expect(await exchange(5_000)).toEqual([null, "network", "TypeError: Failed to fetch"]);
    expect(fetched).toHaveLength(2);
    turns = [fails, () => response(ANSWER)];
    fetched.length = 0;
    expect(await exchange(5_000)).toEqual(ANSWER);
  });

  test("the second try comes after 300 to 1000 ms, as chance has it", async () => {
    turns = [fails];
    for (const [random, pause] of [
      [0, 300],
      [0.5, 650],
      [1, 1_000],
    ] as const) {
      vi.mocked(Math.random).mockReturnValue(random);
      fetched.length = 0;
      await exchange(1_000);
      const [first, second] = fetched.map(({ at }) => at);
      expect((second ?? 0) - (first ?? 0)).toBe(pause);
    }
  });

  test.each([
    ["hangs", hangs],
    ["stalls after its headers", stalls],
  ])("a service that %s is given up after three seconds, twice", async (_, turn) => {
    turns = [turn];
    expect(await exchange(3_000 + 650 + 2_999)).toBe("waits");
    expect(await exchange(3_000 + 650 + 3_000)).toEqual([null, "timeout", "timeout"]);
    expect(fetched[1]?.at).toBe(3_650);
  });

  test("the limit is the page's", async () => {
    turns = [hangs];
    await exchange(100 + 650, { timeout: 100 });
    expect(fetched.map(({ at }) => at)).toEqual([0, 750]);
  });

  test("what hangs is ended once it was given up, and not before", async () => {
    const timeout = vi.spyOn(AbortSignal, "timeout");
    await exchange(0, { timeout: 100 });
    expect(timeout.mock.calls[0]?.[0]).toBeGreaterThan(100);
    expect(timeout.mock.calls[0]?.[0]).toBeLessThan(1_000);
    expect(fetched[0]?.init.signal).toBe(timeout.mock.results[0]?.value);
  });

  test.each([undefined, {}])("browsers that cannot end it still ask: %j", async (AbortSignal) => {
    vi.stubGlobal("AbortSignal", AbortSignal);
    expect(await exchange()).toEqual(ANSWER);
  });

  /** Headers of a 429, and after how many milliseconds it is asked again. */
  test.each([
    [{ "Retry-After": "2" }, 2_000],
    [{ "X-Rate-Limit-Reset": "3" }, 3_000],
    [{ "Retry-After": "2", "X-Rate-Limit-Reset": "3" }, 2_000],
    [{ "Retry-After": "60" }, 60_000],
    [{ "Retry-After": "61" }, undefined],
    [{ "Retry-After": "0" }, 0],
    [{ "X-Rate-Limit-Reset": "0" }, 0],
    [{ "X-Rate-Limit-Reset": "-1" }, undefined],
    [{ "Retry-After": "Wed, 21 Oct 2026 07:28:00 GMT" }, undefined],
    [{}, undefined],
  ])("a 429 that says %j is asked again after %s", async (headers, pause) => {
    turns = [() => response("", 429, headers as HeadersInit)];
    expect(await exchange(120_000)).toEqual([null, "rate-limited", "HTTP 429"]);
    expect(fetched.map(({ at }) => at)).toEqual(pause === undefined ? [0] : [0, pause]);
  });
});

describe("ping", () => {
  const addresses = () => fetched.map(({ address }) => address);
  const ping = (count: number) => {
    for (let at = 0; at < count; at++) transport.ping(`https://ads.example/${at}`, "omit");
  };

  test("an address is fetched once, so that it outlives the page", async () => {
    transport.ping("https://ads.example/i", "include");
    await vi.advanceTimersByTimeAsync(10_000);
    expect(fetched).toMatchObject([
      {
        address: "https://ads.example/i",
        init: { mode: "no-cors", keepalive: true, credentials: "include" },
      },
    ]);
  });

  test("one that is lost is sent once more, and no third time", async () => {
    turns = [fails];
    ping(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(fetched).toHaveLength(2);
  });

  test("a fetch that throws at once is a lost one", async () => {
    const throws = vi.fn(() => {
      throw new Error("blocked");
    });
    vi.stubGlobal("fetch", throws);
    ping(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(throws).toHaveBeenCalledTimes(2);
  });

  test("those of one moment go together, twenty in a task", async () => {
    ping(45);
    expect(vi.getTimerCount()).toBe(1);
    expect(fetched).toEqual([]);
    const counts: number[] = [];
    while (vi.getTimerCount()) {
      await vi.advanceTimersToNextTimerAsync();
      counts.push(fetched.length);
    }
    expect(counts).toEqual([20, 40, 45]);
    expect(fetched.at(-1)?.at).toBeLessThan(100);
    expect(new Set(addresses()).size).toBe(45);
  });

  test("later ones go by themselves", async () => {
    ping(1);
    await vi.advanceTimersByTimeAsync(100);
    ping(1);
    await vi.advanceTimersByTimeAsync(100);
    expect(fetched).toHaveLength(2);
  });

  test("all go at once when the page goes, and none twice", async () => {
    ping(45);
    transport.flush({});
    expect(fetched).toHaveLength(45);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(fetched).toHaveLength(45);
    ping(1);
    await vi.advanceTimersByTimeAsync(100);
    expect(fetched).toHaveLength(46);
  });
});
