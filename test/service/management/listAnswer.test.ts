/** List pages are written in slices so that placements are answered in between. */
import { EventEmitter } from "node:events";
import { Hono } from "hono";
import { expect, onTestFinished, test, vi } from "vitest";
import { parseCatalogue } from "../../../src/service/catalogue/catalogue.ts";
import type { Env } from "../../../src/service/interface/call.ts";
import { answerPage, answerResult } from "../../../src/service/management/listAnswer.ts";
import { answerRefusal } from "../../../src/service/management/managementHandlers.ts";
import { SLICE_MS } from "../../../src/service/runtime/slices.ts";
import { defer } from "../../support/defer.ts";
import { aNetworkCampaign, CREATIVE, NETWORK } from "../support/catalogue.ts";
import { countPerTurn } from "../support/turns.ts";
import { manage } from "./support.ts";

const ENTRIES = 300;
const ids = Array.from({ length: ENTRIES }, (_, at) => at + 1);
const WAITING = { ...CREATIVE, review: "waiting", sentAt: "2026-11-20T12:00:00.000Z" };
const START = {
  accounts: NETWORK,
  sites: ids.map((id) => ({ id, account: 2, name: `Site ${id}`, hostname: "daily.example" })),
  zones: ids.map((id) => ({ id, site: id, name: `Zone ${id}`, size: "300x250" })),
  campaigns: ids.map((id) => aNetworkCampaign(id, { variations: [{ ...WAITING, id }] })),
};

/** Counts event loop turns; every reading of the clock ends the current slice. */
function countTurns(): () => number {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => {
    now += SLICE_MS;
    return now;
  });
  onTestFinished(() => void vi.restoreAllMocks());
  let turns = 0;
  let timer = setImmediate(function count() {
    turns += 1;
    timer = setImmediate(count);
  });
  onTestFinished(() => clearImmediate(timer));
  return () => turns;
}

test.each(["sites", "zones", "campaigns", "approvals"])(
  "a page of %s yields after each entry hashed and each entry written",
  async (kind) => {
    const managed = await manage(START);
    const turns = countTurns();
    const { json } = await managed.send(1, "GET", `/v2/${kind}?limit=5000`);
    expect([json.request_metadata, json.result.length]).toEqual([
      { count: ENTRIES, limit: 5000, offset: 0 },
      ENTRIES,
    ]);
    expect(turns()).toBeGreaterThanOrEqual(2 * ENTRIES);
  },
);

test("a page of changes yields after each entry", async () => {
  const managed = await manage(START);
  for (const name of ["One", "Two", "Three"])
    await managed.send(1, "PATCH", "/v2/sites/1", { name }, { "If-Match": "*" });
  const turns = countTurns();
  expect((await managed.send(1, "GET", "/v2/changes?limit=5000")).json.result).toHaveLength(3);
  expect(turns()).toBeGreaterThanOrEqual(3);
});

test("a long list keeps the order of the catalogue", async () => {
  const managed = await manage(START);
  const list = async (query: string) => (await managed.send(1, "GET", `/v2/zones?${query}`)).json.result;
  const whole: { id: number }[] = await list("limit=5000");
  expect(whole.map(({ id }) => id)).toEqual(ids);
  expect(await list("limit=50&offset=250")).toEqual(whole.slice(250));
});

test.each([
  ["no entries", []],
  ["one entry", [{ id: 1, name: "Ä 雪 😀 \ud800", gone: undefined }]],
  ["entries in several pieces", Array.from({ length: 50 }, (_, id) => ({ id, name: "雪".repeat(10_000) }))],
])("a sliced page of %s equals the response of c.json in bytes and headers", async (_, entries) => {
  const page = { limit: 50, offset: 7 };
  const app = new Hono<Env>();
  app.get("/sliced", (c) => answerPage(c, page, { count: 99, entries }));
  app.get("/whole", (c) => c.json({ request_metadata: { count: 99, ...page }, result: entries }));
  const outgoing = new EventEmitter();
  const sliced = await app.request("/sliced", {}, { outgoing });
  outgoing.emit("close");
  const whole = await app.request("/whole");
  const bytes = await sliced.arrayBuffer();
  expect(Buffer.from(bytes).equals(Buffer.from(await whole.arrayBuffer()))).toBe(true);
  expect(sliced.headers.get("Content-Type")).toBe(whole.headers.get("Content-Type"));
  expect(sliced.headers.get("Content-Length")).toBe(String(bytes.byteLength));
});

function countItem(note: () => void, { id }: { id: number }) {
  note();
  return { id };
}

test("a result is written item by item, as JSON.stringify writes it", async () => {
  const result = {
    list: Array.from({ length: 200 }, (_, id) => ({ id, none: undefined })),
    empty: [],
    none: undefined,
    more: { é: 1 },
    nothing: {},
  };
  const app = new Hono<Env>().get("/", (c) => answerResult(c, result));
  const outgoing = new EventEmitter();
  const { value, all, most } = await countPerTurn((note) => {
    for (const item of result.list) Object.assign(item, { toJSON: () => countItem(note, item) });
    return Promise.resolve(app.request("/", {}, { outgoing }));
  });
  outgoing.emit("close");
  expect(all).toBe(200);
  expect(await value.text()).toBe(JSON.stringify({ result }));
  expect(most).toBeLessThanOrEqual(2 * 16);
});

test("a page of more than 32 MB is refused", async () => {
  const entries = Array(34).fill({ name: "x".repeat(1024 ** 2) });
  const app = new Hono<Env>().get("/", (c) =>
    answerRefusal(c, () => answerPage(c, { limit: 50, offset: 0 }, { count: 34, entries })),
  );
  const response = await app.request("/");
  expect([response.status, await response.json()]).toEqual([
    400,
    {
      message: "The answer has more than 32 MB. Ask for a lower limit.",
      codes: [{ code: "list-large" }],
    },
  ]);
});

test("new answers are refused while an account leaves 32 MB unread, or its network 192 MB", async () => {
  const [network, ...others] = parseCatalogue({
    accounts: [
      ...NETWORK,
      { id: 4, name: "Other publisher", role: "publisher", network: 1 },
      { id: 9, name: "Other network", role: "network" },
    ],
    sites: [],
    zones: [],
    campaigns: [],
  }).data.accounts;
  const app = new Hono<Env>();
  app.onError((error, c) => c.json({ message: error.message }, 503));
  for (const account of [network, ...others])
    app.get(`/${account?.id}`, (c) => {
      c.set("account", account);
      return answerResult(c, { list: ["x".repeat(30 * 1024 ** 2)] });
    });
  const unread: EventEmitter[] = [];
  const ask = async (id: number, closed = false) => {
    const outgoing = Object.assign(new EventEmitter(), { closed });
    unread.push(outgoing);
    return (await app.request(`/${id}`, {}, { outgoing })).status;
  };
  for (let at = 0; at < 3; at++) expect(await ask(1, true)).toBe(200);
  const askAll = async (...ids: number[]) => {
    const statuses: number[] = [];
    for (const id of ids) statuses.push(await ask(id));
    return statuses;
  };
  expect(await askAll(1, 1, 1)).toEqual([200, 200, 503]);
  expect(await askAll(2, 2, 3, 3, 4)).toEqual([200, 200, 200, 200, 200]);
  expect(await askAll(4, 9)).toEqual([503, 200]);
  for (const outgoing of unread) outgoing.emit("close");
  expect(await askAll(1, 4)).toEqual([200, 200]);
  for (const outgoing of unread) outgoing.emit("close");
});

test("a network makes two lists at once, accounts in turn, and does not wait for another's", async () => {
  const order: number[] = [];
  const end = defer();
  const accounts = [...NETWORK, { id: 9, name: "Other network", role: "network" }];
  const managed = await manage({ ...START, accounts });
  vi.spyOn(managed.management, "list").mockImplementation(async ({ id }) => {
    order.push(id);
    if (id !== 9) await end.promise;
    return { count: 0, entries: [] };
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const ask = async (account: number) => (await managed.send(account, "GET", "/v2/sites")).status;
  const waiting = Array.from({ length: 66 }, () => ask(1));
  await expect.poll(() => order).toEqual([1, 1]);
  waiting.push(ask(2));
  expect(await ask(9)).toBe(200);
  end.resolve();
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([200]));
  expect(order.slice(0, 5)).toEqual([1, 1, 9, 1, 2]);
});

test("a result of more than 32 MB is refused", async () => {
  const app = new Hono<Env>().get("/", (c) =>
    answerRefusal(c, () => answerResult(c, { list: Array(34).fill("x".repeat(1024 ** 2)) })),
  );
  const response = await app.request("/");
  expect([response.status, await response.json()]).toEqual([
    400,
    { message: "The answer has more than 32 MB.", codes: [{ code: "answer-large" }] },
  ]);
});
