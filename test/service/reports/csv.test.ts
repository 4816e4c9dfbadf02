/** Reports as CSV, and reports beside each other. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { describeViewer } from "../../../src/service/accounts/access.ts";
import type { AnswerField, AnswerPlan, Cells, DescribeGroups } from "../../../src/service/answers/answer.ts";
import { writeText } from "../../../src/service/answers/writeAnswer.ts";
import type { Fact } from "../../../src/service/facts/factTable.ts";
import { type ReportRequest, readRequest } from "../../../src/service/reports/request.ts";
import { CATALOGUE, type Service, startService } from "../statistics/support.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const SUBS = 12_345;
let service: Service;

beforeAll(async () => {
  service = await startService({ now: () => NOW, settings: { maxReports: 1 } });
  const facts = Array.from(
    { length: SUBS },
    (_, sub): Fact => ({ time: new Date(NOW), publisher_id: 1, site_id: 1, sub, impressions: 2, clicks: 1 }),
  );
  await service.store.transaction(({ append }) => append(facts));
});
afterAll(() => service[Symbol.asyncDispose]());

const ask = (query: string, accept: string) =>
  service.send(`/v2/statistics/p/global?${query}`, { as: "publisher-one", headers: { Accept: accept } });

test("CSV has every record, whatever the default page", async () => {
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

test("CSV has as many records as a limit names, from an offset on", async () => {
  const { text } = await ask("group_by=sub&projection[base]=clicks&limit=2&offset=5", "text/csv");
  expect(text).toBe("sub,clicks\r\n5,1\r\n6,1\r\n");
  const beyond = await ask(`group_by=sub&projection[base]=clicks&offset=${SUBS}`, "text/csv");
  expect(beyond.text).toBe("sub,clicks\r\n");
});

test("CSV of a count is the number of records", async () => {
  const { text } = await ask("group_by=sub&count=1", "text/csv");
  expect(text).toBe(`count\r\n${SUBS}\r\n`);
});

test("CSV opens in a spreadsheet without running a formula", async () => {
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
    groups: [{ grouping: "offer_id", fields: [field("id"), field("name")] }],
    blocks: [{ block: "base", metrics: [{ name: "cost", column: "cost", type: "DOUBLE" }] }],
  };
  const names = ["=1+1", "x;=1+1", 'say "no", @home', "plain", "-5"];
  async function* readRecords(): AsyncGenerator<Cells[]> {
    yield [...names.keys()].map((id) => [String(id), "-0.500000000"]);
    yield [[null, "1"]];
  }
  const rows = { records: readRecords(), readSummary: () => ["6"] };
  const describe: DescribeGroups = ({ values }) =>
    values.map((id) => ({ id: Number(id), name: names[Number(id)] }));
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

test("reports beyond the number at once wait for their turn, and too many are answered 503 with Retry-After", async () => {
  const answers = await Promise.all(
    Array.from({ length: 80 }, () => ask("group_by=sub&projection[base]=clicks&limit=10", "*/*")),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(65);
  const refused = answers.filter(({ status }) => status === 503);
  for (const { headers, json } of refused)
    expect([headers.get("Retry-After"), json.message]).toEqual(["5", expect.stringContaining("Too many")]);
  expect(statuses.every((status) => status === 200 || status === 503)).toBe(true);
});

test("a report that takes too long is ended by 503", async () => {
  await using slow = await startService({ now: () => NOW, settings: { reportTimeout: 1 } });
  await slow.store.transaction(({ query }) =>
    query(`INSERT INTO facts (time, publisher_id, sub, impressions)
        SELECT TIMESTAMP '2026-11-20', 1, range, 1 FROM range(1000000)`),
  );
  const { status, json } = await slow.report("publisher-one", "publisher", { group_by: ["sub", "date"] });
  expect([status, json.message]).toEqual([503, expect.stringContaining("request less")]);
});

test("a report ends when its caller goes away, whether it is queried or waits for its turn", async () => {
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

test("an unread answer is aborted, and a later read fails", async () => {
  const request = { group_by: ["sub"], limit: 10_000 };
  const [account] = CATALOGUE.data.accounts;
  if (!account) throw new Error("The catalogue has no account.");
  const viewer = describeViewer(account, "publisher");
  const read = readRequest(request, { viewer, now: NOW, dateTimezone: "UTC" });
  if ("errors" in read) throw new Error(JSON.stringify(read.errors));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const scope = { accounts: [1], deletedCampaigns: [] };
    const answer = await service.context.reports.open(read.request, scope, CATALOGUE, "json");
    const reader = answer.getReader();
    expect((await reader.read()).value?.length).toBeGreaterThan(0);
    vi.advanceTimersByTime(60_000);
    await expect(reader.closed).rejects.toThrow("Nobody reads");
    await expect(reader.read()).rejects.toThrow("Nobody reads");
  } finally {
    vi.useRealTimers();
  }
});

test("an answer that fails once it has begun is cut off and logged, and looks like no whole report", async () => {
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

const REQUEST: ReportRequest = {
  role: "publisher",
  viewer: { role: "publisher", kind: "publisher", goals: 0 },
  groupings: ["sub"],
  from: "2026-11-01",
  to: "2026-11-30",
  dateTimezone: "UTC",
  filter: {},
  exclude: {},
  bounds: {},
  orders: [],
  projection: { base: ["clicks"] },
  timezone: "UTC",
  count: false,
  detailed: false,
  totals: false,
  limit: 10_000,
  offset: 0,
};
const SCOPE = { accounts: [1], deletedCampaigns: [] };
const listFiles = async () =>
  (await readdir(join(service.folder, "temporary"))).filter((name) => name.startsWith("answer-"));

test("an answer has no file to leave behind from its first byte on, and comes whole", async () => {
  const body = await service.context.reports.open(REQUEST, SCOPE, CATALOGUE, "json");
  await expect.poll(listFiles).toEqual([]);
  expect((await new Response(body).json()).result).toHaveLength(10_000);
});

test("a report that is aborted while it is written leaves no file", async () => {
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

test("a client that reads nothing keeps no other report waiting", async () => {
  const unread = await service.context.reports.open(REQUEST, SCOPE, CATALOGUE, "json");
  expect(service.context.reports.load).toEqual({ running: 0, waiting: 0 });
  const other = await service.context.reports.open(REQUEST, SCOPE, CATALOGUE, "csv");
  expect((await new Response(other).text()).split("\r\n").length).toBeGreaterThan(10_000);
  await unread.cancel();
});
