/** Idempotency keys of requests already handled. */
import { expect, test } from "vitest";
import { LiveCatalogue } from "../../../src/service/catalogue/liveCatalogue.ts";
import { locateLiveCatalogue } from "../../../src/service/catalogue/logFiles.ts";
import {
  KEY_LIFE,
  MAX_ENTRIES,
  OtherRequestError,
  RequestKeys,
} from "../../../src/service/catalogue/requestKeys.ts";
import { makeFolder } from "../../support/folder.ts";
import { anAuthor, putCampaign } from "../support/changes.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");
const account = { id: 1, name: "Network" };
const putShoes = (id: number) => ({
  list: "campaigns" as const,
  id,
  owner: 2,
  entry: { id, name: "Shoes" },
});
const made = (request: string, id = 1) => ({
  account,
  request,
  time: new Date(NOON).toISOString(),
  put: [putShoes(id)],
});

test("a key is remembered for 24 hours and only for its account", () => {
  const keys = new RequestKeys();
  keys.add(made("order-7", 7));
  const find = (now: number, request = "order-7", id = 1) =>
    keys.find({ account: { id, name: "" }, request }, now);
  expect(find(NOON + KEY_LIFE - 1)).toEqual([{ list: "campaigns", id: 7, creative: undefined }]);
  expect(find(NOON + KEY_LIFE)).toBeUndefined();
  expect(find(NOON, "order-7", 2)).toBeUndefined();
  expect(find(NOON, "order-8")).toBeUndefined();
});

test("a key belongs to one digest, and keys of earlier versions, which have none, to any", () => {
  const keys = new RequestKeys();
  keys.add({ ...made("new"), requestDigest: "a" });
  keys.add(made("old"));
  const find = (request: string, requestDigest: string) => () =>
    keys.find({ account, request, requestDigest }, NOON)?.length;
  expect([find("new", "a")(), find("old", "a")()]).toEqual([1, 1]);
  expect(find("new", "b")).toThrow(OtherRequestError);
});

/** Adds keys `name-0`, `name-1`, … of an account. */
function addMany(keys: RequestKeys, id: number, name: string, count: number, put = made("").put): void {
  for (let at = 0; at < count; at++) keys.add({ ...made(`${name}-${at}`), account: { id, name: "" }, put });
}

test("when the maximum is exceeded, the oldest key is forgotten", () => {
  const keys = new RequestKeys();
  addMany(keys, 1, "order", MAX_ENTRIES + 1);
  const isKnown = (at: number) => keys.find({ account, request: `order-${at}` }, NOON) !== undefined;
  expect([0, 1, MAX_ENTRIES].map(isKnown)).toEqual([false, true, true]);
});

test("when the maximum is exceeded, the account with most changed entries forgets its oldest keys", () => {
  const keys = new RequestKeys();
  const bulk = Array.from({ length: 1000 }, (_, at) => putShoes(at + 1));
  const isKnown = (id: number, request: string) =>
    keys.find({ account: { id, name: "" }, request }, NOON) !== undefined;
  addMany(keys, 2, "quiet", 10);
  addMany(keys, 1, "bulk", MAX_ENTRIES / bulk.length, bulk);
  expect([isKnown(2, "quiet-0"), isKnown(1, "bulk-0"), isKnown(1, "bulk-1")]).toEqual([true, false, true]);
  addMany(keys, 3, "busy", MAX_ENTRIES);
  const left = [isKnown(2, "quiet-0"), isKnown(1, "bulk-49"), isKnown(3, `busy-${MAX_ENTRIES - 1}`)];
  expect(left).toEqual([true, true, true]);
  expect([isKnown(1, "bulk-1"), isKnown(3, "busy-0")]).toEqual([false, false]);
});

test("a key that is used again counts once", () => {
  const keys = new RequestKeys();
  for (let at = 0; at <= MAX_ENTRIES; at++) keys.add(made("again"));
  keys.add(made("other"));
  const find = (request: string) => keys.find({ account, request }, NOON)?.length;
  expect(["again", "other"].map(find)).toEqual([1, 1]);
});

test("the keys of the last 24 hours are read from the changes in a folder", async () => {
  const data = makeFolder();
  const live = await LiveCatalogue.open({ data });
  const accounts = [{ list: "accounts" as const, entry: { id: 2, name: "Ann", role: "advertiser" } }];
  await live.change(() => accounts, { ...anAuthor(NOON - KEY_LIFE), request: "old" });
  await live.change(putCampaign({ id: 1 }), anAuthor(NOON - KEY_LIFE + 1));
  await live.change(putCampaign({ id: 2 }), { ...anAuthor(NOON - KEY_LIFE + 1), request: "first" });
  await live.change(putCampaign({ id: 3 }), { ...anAuthor(NOON), request: "last", requestDigest: "a" });
  await live.close();
  const keys = await RequestKeys.read(locateLiveCatalogue(data));
  const find = (request: string) => keys.find({ account, request }, NOON)?.map(({ id }) => id);
  expect(["old", "first", "last"].map(find)).toEqual([undefined, [2], [3]]);
  expect(() => keys.find({ account, request: "last", requestDigest: "b" }, NOON)).toThrow(OtherRequestError);
});

test("changes of another account push no key out when the folder is read", async () => {
  const data = makeFolder();
  const live = await LiveCatalogue.open({ data });
  const accounts = [{ list: "accounts" as const, entry: { id: 2, name: "Ann", role: "advertiser" } }];
  await live.change(() => accounts, { ...anAuthor(NOON), request: "quiet" });
  const author = { ...anAuthor(NOON), account: { id: 2, name: "Ann" } };
  const unkeyed = Array.from({ length: 12_000 }, (_, at) =>
    live.change(putCampaign({ id: 1, name: `Campaign ${at}` }), author),
  );
  await Promise.all(unkeyed);
  const count = 1000;
  for (let change = 0; change <= MAX_ENTRIES / count; change++) {
    const name = `Campaign ${change}`;
    const put = Array.from({ length: count }, (_, at) => putCampaign({ id: at + 1, name })()).flat();
    await live.change(() => put, { ...author, request: `bulk-${change}` });
  }
  await live.change(putCampaign({ id: 2000 }), { ...anAuthor(NOON), request: "newest" });
  await live.close();
  const keys = await RequestKeys.read(locateLiveCatalogue(data));
  const find = (request: string, id = 2) => keys.find({ account: { id, name: "" }, request }, NOON)?.length;
  expect([find("quiet", 1), find("newest", 1), find("bulk-0"), find("bulk-1"), find("bulk-50")]).toEqual([
    1,
    1,
    undefined,
    undefined,
    1000,
  ]);
});
