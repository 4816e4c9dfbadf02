import { expect, test } from "vitest";
import { report, start } from "./support/scripted.ts";

const zone = (id: number) => ({ group_by: { zone_id: { id, name: `Zone ${id}` } }, impressions: id });
const ids = (records: { group_by: { zone_id?: { id: number } } }[]) =>
  records.map(({ group_by }) => group_by.zone_id?.id);

/** Answers with pages of a list that may change between requests. */
async function startPaged(list: () => number[]) {
  const started = await start();
  started.server.answer(({ body: { limit, offset } }) => {
    const zones = list();
    return report(zones.slice(offset, offset + limit).map(zone), { count: zones.length, limit, offset });
  });
  return started;
}

async function all<T>(iterator: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of iterator) list.push(item);
  return list;
}

test("pages() returns all records page by page, ordered by group", async () => {
  const { server, client } = await startPaged(() => [1, 2, 3, 4, 5]);
  const pages = await all(client.publisher.pages({ group_by: ["zone_id"], limit: 2 }));
  expect(pages.map(({ result }) => ids(result))).toEqual([[1, 2], [3, 4], [5]]);
  expect(server.asked.map(({ body }) => body.offset)).toEqual([0, 2, 4]);
  expect(server.asked.map(({ body }) => body.order_by)).toEqual(
    Array(3).fill([{ field: "zone_id", order: "asc" }]),
  );
});

test("records() yields records one by one and requests only the pages that are read", async () => {
  const { server, client } = await startPaged(() => [1, 2, 3, 4, 5]);
  for await (const record of client.publisher.records({ group_by: ["zone_id"], limit: 2 })) {
    if (record.group_by.zone_id?.id === 2) break;
  }
  expect(server.asked).toHaveLength(1);
});

test("a group added between two pages does not repeat a record", async () => {
  const zones = [2, 3, 4, 5];
  const { client } = await startPaged(() => [...zones]);
  const seen: unknown[] = [];
  for await (const record of client.publisher.records({ group_by: ["zone_id"], limit: 2 })) {
    seen.push(record.group_by.zone_id?.id);
    if (seen.length === 2) zones.unshift(1);
  }
  expect(seen).toEqual([2, 3, 4, 5]);
});

test("records() requests 10,000 records per page and continues if the service returns smaller pages", async () => {
  const { server, client } = await start();
  const zones = [1, 2, 3, 4, 5];
  server.answer(({ body: { offset } }) => report(zones.slice(offset, offset + 2).map(zone), { count: 5 }));
  expect(ids(await all(client.publisher.records({ group_by: ["zone_id"] })))).toEqual(zones);
  expect(server.asked.map(({ body }) => [body.limit, body.offset])).toEqual([
    [10_000, 0],
    [10_000, 2],
    [10_000, 4],
  ]);
});

test("pages() orders only by groupings that can be ordered by", async () => {
  const { server, client } = await startPaged(() => []);
  await all(client.publisher.pages({ group_by: ["size", "date", "zone_id", "sub"] }));
  expect(server.asked.map(({ body }) => body.order_by.map(({ field }: { field: string }) => field))).toEqual([
    ["date", "zone_id"],
  ]);
});

test("pages() of a network grouped by publisher_id is ordered by publisher_id", async () => {
  const { server, client } = await startPaged(() => []);
  await all(client.side("publisher").pages({ group_by: ["publisher_id"] } as never));
  expect(server.asked[0]?.body.order_by).toEqual([{ field: "publisher_id", order: "asc" }]);
});

test("paging starts at the offset and ends at the first empty page, even if the count is too high", async () => {
  const { server, client } = await start();
  server.answer(({ body }) => report(body.offset < 4 ? [zone(body.offset)] : [], { count: 99 }));
  const records = await all(client.publisher.records({ group_by: ["zone_id"], offset: 2 }));
  expect(ids(records)).toEqual([2, 3]);
});
