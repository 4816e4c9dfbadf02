/** Reports as a stream of CSV. */
import { expect, test, vi } from "vitest";
import { streamBody } from "../../src/statistics/bodyStream.ts";
import { startRequestTimer } from "../../src/statistics/requestTimer.ts";
import { EMPTY, type Reply, start } from "./support/scripted.ts";

const BY_DATE = { group_by: ["date"] } as const;
const LINES = "date,impressions\r\n2026-11-01,5\r\n";
const asCsv = (reply: Reply = {}): Reply => ({
  text: LINES,
  headers: { "content-type": "text/csv; charset=utf-8" },
  ...reply,
});

const readText = (stream: ReadableStream<Uint8Array>) => new Response(stream).text();

test("csv() streams all records of the answer as bytes", async () => {
  const { server, client } = await start();
  server.answer(() => asCsv());
  expect(await readText(await client.publisher.csv(BY_DATE))).toBe(LINES);
  const [{ headers, body, path } = {}] = server.asked;
  expect([path, headers?.accept]).toEqual(["/v2/statistics/p/global", "text/csv"]);
  expect(body).toEqual(BY_DATE);
});

test.each([
  ["ndjson", "application/x-ndjson"],
  ["parquet", "application/vnd.apache.parquet"],
] as const)("file() streams a report as %s", async (format, type) => {
  const { server, client } = await start();
  server.answer(() => asCsv({ headers: { "content-type": type } }));
  expect(await readText(await client.publisher.file(BY_DATE, format))).toBe(LINES);
  expect(server.asked[0]?.headers?.accept).toBe(type);
});

test("a connection that is cut within a CSV makes the stream fail with the code network", async () => {
  const { server, client } = await start();
  const headers = { "content-type": "text/csv", "x-request-id": "a-1" };
  server.answer(() => asCsv({ headers, ending: "cut" }));
  const reader = (await client.publisher.csv(BY_DATE)).getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toBe(LINES);
  await expect(reader.read()).rejects.toMatchObject({
    code: "network",
    message: "The connection was cut before the answer was complete.",
    requestId: "a-1",
    cause: expect.any(Error),
  });
  expect(server.asked).toHaveLength(1);
});

test("a CSV stream fails with the code timeout when no bytes arrive in time", async () => {
  const { server, client } = await start();
  server.answer(() => asCsv({ ending: "silence" }));
  const stream = await client.publisher.csv(BY_DATE, { timeout: 1000 });
  await expect(readText(stream)).rejects.toMatchObject({ code: "timeout" });
});

test("no timeout runs while the caller does not read the stream", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const timer = startRequestTimer(1000);
    const response = new Response(LINES, { headers: { "content-type": "text/csv" } });
    const reader = (await streamBody({ response, timer }, "text/csv")).getReader();
    expect(vi.getTimerCount()).toBe(0);
    await reader.read();
    expect(vi.getTimerCount()).toBe(0);
    expect(await reader.read()).toEqual({ done: true, value: undefined });
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test("an aborted signal makes the stream fail with the abort reason", async () => {
  const { server, client } = await start();
  server.answer(() => asCsv({ ending: "silence" }));
  const controller = new AbortController();
  const reader = (await client.publisher.csv(BY_DATE, { signal: controller.signal })).getReader();
  await reader.read();
  const reason = new Error("enough");
  controller.abort(reason);
  await expect(reader.read()).rejects.toBe(reason);
});

test.each([
  ["fails", "cut"],
  ["ends", undefined],
] as const)("a stream that %s removes its abort listener", async (_how, ending) => {
  const { server, client } = await start();
  server.answer(() => asCsv(ending && { ending }));
  const { signal } = new AbortController();
  let listeners = 0;
  const [add, remove] = [signal.addEventListener, signal.removeEventListener];
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    listeners += 1;
    add.apply(signal, args);
  };
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    listeners -= 1;
    remove.apply(signal, args);
  };
  await readText(await client.publisher.csv(BY_DATE, { signal })).catch(() => {});
  await expect.poll(() => listeners).toBe(0);
});

test("csv() rejects an answer that is not CSV, and reports the problems of a refused request", async () => {
  const { server, client } = await start();
  server.answer(() => ({ body: EMPTY }));
  await expect(client.publisher.csv(BY_DATE)).rejects.toMatchObject({
    code: "invalid-response",
    message: "The service's answer does not contain text/csv.",
  });
  server.answer(() => ({ status: 400, body: { errors: [{ "[limit]": "No." }] } }));
  await expect(client.publisher.csv(BY_DATE)).rejects.toMatchObject({
    code: "validation",
    problems: [{ path: "[limit]" }],
  });
});

test("a CSV request is retried until its first byte arrives", async () => {
  const { server, client } = await start();
  server.answer((_, index) => (index < 2 ? { status: 503 } : asCsv()));
  expect(await readText(await client.publisher.csv(BY_DATE))).toBe(LINES);
  expect(server.asked).toHaveLength(3);
});

test("a stream that is cancelled closes its connection", async () => {
  const { server, client } = await start();
  const closed = new Promise<void>((onClose) => {
    server.answer(() => asCsv({ ending: "silence", onClose }));
  });
  const reader = (await client.publisher.csv(BY_DATE)).getReader();
  await reader.read();
  await reader.cancel();
  await closed;
});
