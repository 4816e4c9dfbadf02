import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { expect, test } from "vitest";
import { startService } from "../../../src/service/service.ts";
import { openTraces } from "../../../src/service/telemetry/traces.ts";

/** Files of the SDK itself: clients of databases load its interfaces. */
const listLoadedSdk = () =>
  Object.keys(createRequire(import.meta.url).cache).filter((path) =>
    /@opentelemetry.(sdk-trace-base|exporter-trace-otlp-http|resources)/.test(path),
  );

test("the SDK of traces is loaded only when a collector is named", async () => {
  expect(startService).toBeInstanceOf(Function);
  expect(listLoadedSdk()).toEqual([]);
  const traces = await openTraces("http://127.0.0.1:9/v1/traces");
  await traces.close();
  expect(listLoadedSdk()).not.toEqual([]);
});

test("a collector gets a span for each request, as a child of the caller's", async () => {
  const received: { path: string | undefined; body: unknown }[] = [];
  const collector = createServer(async (request: IncomingMessage, response) => {
    received.push({ path: request.url, body: await json(request) });
    response.end("{}");
  }).listen(0, "127.0.0.1");
  await once(collector, "listening");
  const traces = await openTraces(`http://127.0.0.1:${(collector.address() as AddressInfo).port}/v1/traces`);
  traces.record({
    ...{ route: "placement", method: "POST", status: 503, startedAt: 1_790_000_000_000, milliseconds: 5 },
    headers: { traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" },
  });
  await traces.close();
  collector.close();
  expect(received.map(({ path }) => path)).toEqual(["/v1/traces"]);
  const text = JSON.stringify(received);
  for (const part of [
    '"name":"POST placement"',
    '"traceId":"0af7651916cd43dd8448eb211c80319c"',
    '"parentSpanId":"b7ad6b7169203331"',
    '"startTimeUnixNano":"1790000000000000000"',
    '"endTimeUnixNano":"1790000000005000000"',
    '"stringValue":"zonetag-service"',
    '"intValue":503',
  ])
    expect(text).toContain(part);
});
