import { createServer, type IncomingMessage } from "node:http";
import { createRequire } from "node:module";
import { json } from "node:stream/consumers";
import { expect, test, vi } from "vitest";
import { startService } from "../../../src/service/service.ts";
import { type AnsweredRequest, openTraces } from "../../../src/service/telemetry/traces.ts";
import { listen } from "../support/otherServers.ts";

/** Lists loaded files of the SDK. Its API does not count, since database clients load it. */
const listLoadedSdk = () =>
  Object.keys(createRequire(import.meta.url).cache).filter((path) =>
    /@opentelemetry.(sdk-trace-base|exporter-trace-otlp-http|resources)/.test(path),
  );

test("the tracing SDK is loaded only when traces are opened", async () => {
  expect(startService).toBeInstanceOf(Function);
  expect(listLoadedSdk()).toEqual([]);
  const traces = await openTraces("http://127.0.0.1:9/v1/traces");
  await traces.close();
  expect(listLoadedSdk()).not.toEqual([]);
});

/** Returns the spans that a collector received for these requests. */
async function trace(...requests: Partial<AnsweredRequest>[]) {
  const received: { path: string | undefined; body: unknown }[] = [];
  await using collector = await listen(
    createServer(async (request: IncomingMessage, response) => {
      received.push({ path: request.url, body: await json(request) });
      response.end("{}");
    }),
  );
  const traces = await openTraces(`${collector.origin}/v1/traces`);
  for (const request of requests)
    traces.record({
      route: "placement",
      method: "POST",
      status: 200,
      startedAt: 1_790_000_000_000,
      milliseconds: 5,
      headers: {},
      ...request,
    });
  await traces.close();
  return received;
}

test("a request is sent to the collector as a server span, child of the caller's span", async () => {
  const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  const received = await trace({ headers: { traceparent } });
  expect(received.map(({ path }) => path)).toEqual(["/v1/traces"]);
  const text = JSON.stringify(received);
  for (const part of [
    '"name":"POST placement"',
    '"traceId":"0af7651916cd43dd8448eb211c80319c"',
    '"parentSpanId":"b7ad6b7169203331"',
    '"scope":{"name":"zonetag-service"',
    // SPAN_KIND_SERVER
    '"kind":2',
    '"startTimeUnixNano":"1790000000000000000"',
    '"endTimeUnixNano":"1790000000005000000"',
    '{"key":"service.name","value":{"stringValue":"zonetag-service"}}',
    '{"key":"http.route","value":{"stringValue":"placement"}}',
    '{"key":"http.request.method","value":{"stringValue":"POST"}}',
    '{"key":"http.response.status_code","value":{"intValue":200}}',
  ])
    expect(text).toContain(part);
});

test("a span has an error status for 500 but not for 499", async () => {
  const received = await trace({ status: 499 }, { status: 500 });
  const statuses = [...JSON.stringify(received).matchAll(/"status":\{"code":(\d)/g)].map(([, code]) => code);
  expect(statuses).toEqual(["0", "2"]);
});

test("opening traces without the OpenTelemetry packages fails with the command to install them", async () => {
  vi.doMock("@opentelemetry/exporter-trace-otlp-http", () => {
    throw new Error("not found");
  });
  vi.resetModules();
  try {
    const { openTraces } = await import("../../../src/service/telemetry/traces.ts");
    const opening = openTraces("http://127.0.0.1:9/v1/traces");
    await expect(opening).rejects.toThrow(
      /not installed: npm install @opentelemetry\/api .*exporter-trace-otlp-http/,
    );
    await expect(opening).rejects.toHaveProperty("cause");
  } finally {
    vi.doUnmock("@opentelemetry/exporter-trace-otlp-http");
  }
});
