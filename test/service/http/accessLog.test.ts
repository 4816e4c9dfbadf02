/** Access log entries and traces of responses. */
import { pino } from "pino";
import { expect, test, vi } from "vitest";
import { createAccessLog } from "../../../src/service/http/accessLog.ts";
import { createRequest } from "./support.ts";

const ANSWERED = {
  route: "placement",
  requestId: "id",
  status: 200,
  milliseconds: 12.6,
  request: createRequest({ method: "POST", headers: { "x-own": "1" } }),
};

function createParts(accessLog: "on" | "off", isTraced: boolean) {
  const lines: unknown[] = [];
  const log = pino({ base: null, timestamp: false }, { write: (line) => void lines.push(JSON.parse(line)) });
  const record = vi.fn();
  const traces = isTraced ? { record, close: async () => {} } : undefined;
  const parts = { accessLog, log, traces, now: () => 1000, findAddress: () => "203.0.113.9" };
  return { lines, record, onAnswer: createAccessLog(parts) };
}

const LINE = {
  level: 30,
  requestId: "id",
  route: "placement",
  method: "POST",
  status: 200,
  milliseconds: 13,
  address: "203.0.113.0",
  msg: "request",
};
const SPAN = {
  route: "placement",
  method: "POST",
  status: 200,
  startedAt: 1000 - 12.6,
  milliseconds: 12.6,
  headers: { "x-own": "1" },
};

test.each<["on" | "off", boolean, object[], object[][]]>([
  ["on", false, [LINE], []],
  ["off", true, [], [[SPAN]]],
  ["on", true, [LINE], [[SPAN]]],
])(
  "with access log %s and traces %s, a response is recorded only where enabled",
  (accessLog, isTraced, lines, spans) => {
    const noted = createParts(accessLog, isTraced);
    noted.onAnswer?.(ANSWERED);
    expect([noted.lines, noted.record.mock.calls]).toEqual([lines, spans]);
  },
);

test("without access log and traces, responses are not recorded", () => {
  expect(createParts("off", false).onAnswer).toBeUndefined();
});
