/** Reports as CSV, and cancelled, failing and concurrent reports. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import type { AnswerField, AnswerPlan, Cells, DescribeGroups } from "../../../src/service/answers/answer.ts";
import { writeText } from "../../../src/service/answers/writeAnswer.ts";
import type { Fact } from "../../../src/service/facts/factTable.ts";
import type { ReportRequest } from "../../../src/service/reports/request.ts";
import { CATALOGUE, prepareReport, startService, useService } from "../statisticsRoutes/support.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const SUBS = 12_345;

const service = await useService({ now: () => NOW, settings: { maxReports: 1 } });
const facts = Array.from(
  { length: SUBS },
  (_, sub): Fact => ({ time: new Date(NOW), publisher_id: 1, site_id: 1, sub, impressions: 2, clicks: 1 }),
);
await service.store.transaction(({ append }) => append(facts));

const ask = (query: string, accept: string) =>
  service.send(`/v2/statistics/p/global?${query}`, { as: "publisher-one", headers: { Accept: accept } });

test("CSV without a limit contains every record", async () => {
  const { status, headers, text } = await ask(
    "filter[date_from]=2026-11-01&filter[date_to]=2026-11-20&group_by=sub,site&projection[base][]=impressions&projection[base][]=ctr&projection[video][]=views",
    "text/csv",
  );
  expect([status, headers.get("Content-Type")]).toEqual([200, "text/csv; charset=utf-8"]);
  expect(headers.get("Content-Disposition")).toBe(
    'attachment; filename="publisher-sub-site_id-2026-11-01-2026-11-20.csv"',
  );
  const lines = text.split("\r\n");
  expect(lines[0]).toBe("sub,site_id.id,site_id.name,impressions,ctr,video.views");
  expect(lines.slice(1, 3)).toEqual(["0,1,Daily,2,50,0", "1,1,Daily,2,50,0"]);
  expect(lines).toHaveLength(1 + SUBS + 1);
});

test("CSV with limit and offset contains only these records", async () => {
  const { text } = await ask("group_by=sub&projection[base]=clicks&limit=2&offset=5", "text/csv");
  expect(text).toBe("sub,clicks\r\n5,1\r\n6,1\r\n");
  const beyond = await ask(`group_by=sub&projection[base]=clicks&offset=${SUBS}`, "text/csv");
  expect(beyond.text).toBe("sub,clicks\r\n");
});

test("CSV with count=1 contains only the number of records", async () => {
  const { text } = await ask("group_by=sub&count=1", "text/csv");
  expect(text).toBe(`count\r\n${SUBS}\r\n`);
});

test("CSV escapes names that a spreadsheet would run as formulas", async () => {
  const field = (name: string): AnswerField => ({ name, column: `offer_id.${name}`, type: "VARCHAR" });
  const plan: AnswerPlan = {
    format: "csv",
    isCompressed: false,
    count: false,
    totals: false,
    detailed: false,
    limit: 50,
    offset: 0,
    dateTimezone: "UTC",
    groups: [{ grouping: "offer_id", fields: [field("id"), field("name")], cells: [0] }],
    blocks: [{ block: "base", metrics: [{ name: "cost", column: "cost", type: "DOUBLE" }] }],
  };
  const names = ["=1+1", "x;=1+1", 'say "no", @home', "plain", "-5"];
  async function* readRecords(): AsyncGenerator<Cells[]> {
    yield [...names.keys()].map((id) => [String(id), "-0.500000000"]);
    yield [[null, "1"]];
  }
  const rows = { records: readRecords(), readSummary: () => ["6"] };
  const describe: DescribeGroups = ({ values }) =>
    values.map(([id]) => ({ id: Number(id), name: names[Number(id)] }));
  let text = "";
  for await (const piece of writeText(rows, plan, describe)) text += piece;
  expect(text.split("\r\n")).toEqual([
    "offer_id.id,offer_id.name,cost",
    `0,"'=1+1",-0.5`,
    `1,"x;'=1+1",-0.5`,
    `2,"say ""no"", @home",-0.5`,
    "3,plain,-0.5",
    `4,"'-5",-0.5`,
    ",,1",
    "",
  ]);
});

test("a running or waiting report ends when its client disconnects", async () => {
  await using busy = await startService({ now: () => NOW, settings: { maxReports: 1 } });
  const { store, context } = busy;
  const writeAnswer = store.writeAnswer.bind(store);
  store.writeAnswer = (_, signal) =>
    new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  const leave = [new AbortController(), new AbortController()] as const;
  const send = ({ signal }: AbortController) =>
    busy.send("/v2/statistics/p/global?group_by=sub", { as: "publisher-one", signal });
  const left = leave.map((controller) => expect(send(controller)).rejects.toThrow("aborted"));
  await expect.poll(() => context.reports.load).toEqual({ running: 1, waiting: 1 });
  leave[1].abort();
  await expect.poll(() => context.reports.load).toEqual({ running: 1, waiting: 0 });
  leave[0].abort();
  await expect.poll(() => context.reports.load).toEqual({ running: 0, waiting: 0 });
  await Promise.all(left);
  store.writeAnswer = writeAnswer;
  expect((await busy.report("publisher-one", "publisher", { group_by: ["sub"] })).status).toBe(200);
});

test("an answer that fails after its first byte is logged, and the connection is cut", async () => {
  await using broken = await startService({ now: () => NOW });
  const failures: unknown[] = [];
  broken.context.reportException = (error) => void failures.push(error);
  broken.context.reports.open = async () =>
    new ReadableStream({
      type: "bytes",
      start: (controller) => controller.enqueue(new TextEncoder().encode("sub,clicks\r\n1,2\r\n")),
      pull: (controller) => controller.error(new Error("the disk is gone")),
    });
  const printed = vi.spyOn(console, "error");
  const asking = broken.send("/v2/statistics/p/global?group_by=sub", { as: "publisher-one" });
  await expect(asking).rejects.toThrow("terminated");
  expect(failures).toEqual([new Error("the disk is gone")]);
  expect(printed).not.toHaveBeenCalled();
  printed.mockRestore();
});

const { request: REQUEST, scope: SCOPE } = prepareReport("publisher-one", "publisher", {
  group_by: ["sub"],
  filter: { date_from: "2026-11-01", date_to: "2026-11-30" },
  projection: { base: ["clicks"] },
  limit: 10_000,
});
const listFiles = async () =>
  (await readdir(join(service.folder, "temporary"))).filter((name) => name.startsWith("answer-"));

test("an opened answer is complete although its file is already deleted", async () => {
  const body = await service.context.reports.open(REQUEST, SCOPE, CATALOGUE, "json");
  await expect.poll(listFiles).toEqual([]);
  expect((await new Response(body).json()).result).toHaveLength(10_000);
});

test("a report aborted while it is written leaves no file", async () => {
  const { store, context } = service;
  const caller = new AbortController();
  const write = store.writeAnswer.bind(store);
  const writing = vi.spyOn(store, "writeAnswer").mockImplementation((job, signal) => {
    const describe: DescribeGroups = (groups) => {
      caller.abort();
      return job.describe(groups);
    };
    return write({ ...job, describe }, signal);
  });
  const request: ReportRequest = { ...REQUEST, groupings: ["site_id", "sub"] };
  const opening = context.reports.open(request, SCOPE, CATALOGUE, "json", { cancelled: caller.signal });
  await expect(opening).rejects.toThrow("Nobody waits");
  expect(writing).toHaveBeenCalled();
  writing.mockRestore();
  expect(await listFiles()).toEqual([]);
});

test("an unread answer does not block other reports", async () => {
  const unread = await service.context.reports.open(REQUEST, SCOPE, CATALOGUE, "json");
  expect(service.context.reports.load).toEqual({ running: 0, waiting: 0 });
  const other = await service.context.reports.open(REQUEST, SCOPE, CATALOGUE, "csv");
  expect((await new Response(other).text()).split("\r\n").length).toBeGreaterThan(10_000);
  await unread.cancel();
});
