import { expect, test, vi } from "vitest";
import { createTransport, type Outgoing } from "../../src/statistics/transport.ts";

const URL = "https://ads.example/v2/account";

/** Sends a request, and returns the arguments of `fetch` and the result read from the response. */
async function exchange(outgoing: Partial<Outgoing> = {}, response = new Response("{}")) {
  const sent: RequestInit[] = [];
  const fetcher: typeof fetch = async (_url, init) => {
    sent.push(init ?? {});
    return response;
  };
  const answer = await createTransport(fetcher, 1000)({ url: URL, method: "GET", ...outgoing });
  const [init = {}] = sent;
  return { init, headers: Object.fromEntries(new Headers(init.headers)), answer };
}

/** Service that never answers; an aborted request rejects. */
const never: typeof fetch = (_url, init) =>
  new Promise((_resolve, reject) => {
    const fail = () => reject(new DOMException("Given up.", "AbortError"));
    if (init?.signal?.aborted) fail();
    init?.signal?.addEventListener("abort", fail);
  });

test("a request is sent without cookies, and with a body, version and token if given", async () => {
  const bare = await exchange();
  expect(bare.headers).toEqual({ accept: "application/json" });
  expect(bare.init).toMatchObject({ method: "GET", credentials: "omit" });
  expect(bare.init).not.toHaveProperty("body");
  const full = await exchange({ method: "PATCH", body: { a: 1 }, version: "v1", token: "t" });
  expect(full.headers).toEqual({
    accept: "application/json",
    "content-type": "application/json",
    "if-match": '"v1"',
    authorization: "Bearer t",
  });
  expect(full.init).toMatchObject({ method: "PATCH", body: '{"a":1}' });
});

test("version * is sent without quotes, an empty token is omitted, and false is sent as a body", async () => {
  const { headers, init } = await exchange({ version: "*", token: "", body: false });
  expect([headers["if-match"], headers.authorization, init.body]).toEqual(["*", undefined, "false"]);
});

test("a file is sent unchanged", async () => {
  const file = new Blob(["x"], { type: "image/png" });
  const { headers, init } = await exchange({ method: "POST", body: file });
  expect(init.body).toBe(file);
  expect(headers).not.toHaveProperty("content-type");
});

test("an answer contains status, body and rate limits", async () => {
  const headers = { "x-rate-limit-limit": "150", "x-rate-limit-remaining": "0", "x-rate-limit-reset": "12" };
  const { answer } = await exchange({}, new Response('{"a":1}', { status: 429, headers }));
  expect(answer).toEqual({ status: 429, body: { a: 1 }, rate: { limit: 150, remaining: 0, reset: 12 } });
});

test("rate limits of an answer that a cache may keep are ignored, since they may be those of an earlier request", async () => {
  const rate = { "x-rate-limit-limit": "150", "x-rate-limit-remaining": "1", "x-rate-limit-reset": "60" };
  const read = async (kept: string) =>
    (await exchange({}, new Response("{}", { headers: { ...rate, "cache-control": kept } }))).answer.rate;
  expect(await read("private, max-age=3600")).toEqual({});
  expect(await read("max-age=0, no-store")).toEqual({ limit: 150, remaining: 1, reset: 60 });
});

test("invalid limit headers are ignored, and a body that is not JSON becomes undefined", async () => {
  const headers = {
    "x-rate-limit-limit": "many",
    "x-rate-limit-remaining": "-1",
    "x-rate-limit-reset": "1.5",
  };
  const { answer } = await exchange({}, new Response("<html>", { headers }));
  expect(answer).toEqual({ status: 200, body: undefined, rate: {} });
});

test("Retry-After is read as seconds or as a date, past dates as 0, and other text is ignored", async () => {
  const read = async (text: string) =>
    (await exchange({}, new Response("", { headers: { "retry-after": text } }))).answer.retryAfter;
  expect([await read("0"), await read("7"), await read("soon")]).toEqual([0, 7, undefined]);
  vi.useFakeTimers({ now: Date.parse("2026-11-20T12:00:00.500Z"), toFake: ["Date"] });
  try {
    expect(await read("Fri, 20 Nov 2026 12:00:30 GMT")).toBe(30);
    expect(await read("Fri, 20 Nov 2026 11:00:00 GMT")).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test("a request to an unreachable service rejects with the code network and the cause", async () => {
  const cause = new TypeError("fetch failed");
  const send = createTransport(() => Promise.reject(cause), 1000);
  await expect(send({ url: URL, method: "GET" })).rejects.toMatchObject({
    code: "network",
    message: "The service cannot be reached.",
    cause,
  });
});

test("a request without an answer in time rejects with the code timeout", async () => {
  const signal = new AbortController().signal;
  for (const outgoing of [{}, { signal }])
    await expect(createTransport(never, 1)({ url: URL, method: "GET", ...outgoing })).rejects.toMatchObject({
      code: "timeout",
      message: "The service did not answer in time.",
      cause: expect.anything(),
    });
});

test("an aborted request rejects with the caller's reason, before or after it is sent", async () => {
  const reason = new Error("No longer wanted.");
  const send = createTransport(never, 60_000);
  await expect(send({ url: URL, method: "GET", signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  const controller = new AbortController();
  const sent = send({ url: URL, method: "GET", signal: controller.signal });
  controller.abort(reason);
  await expect(sent).rejects.toBe(reason);
});

test("an answered request leaves neither a timer nor an abort listener", async () => {
  vi.useFakeTimers();
  try {
    const { signal } = new AbortController();
    const remove = vi.spyOn(signal, "removeEventListener");
    await exchange({ signal });
    expect(vi.getTimerCount()).toBe(0);
    expect(remove).toHaveBeenCalledWith("abort", expect.any(Function));
  } finally {
    vi.useRealTimers();
  }
});
