/** Saved views of an account. */
import { expect, test } from "vitest";
import { hashToken } from "../../../src/service/signing/passwords.ts";
import { useService } from "../support/service.ts";

const ACCOUNTS = [1, 2].map((id) => ({
  id,
  name: `Network ${id}`,
  role: "network",
  apiTokens: [hashToken(`token-${id}`)],
}));

const service = await useService(
  { accounts: ACCOUNTS, sites: [], zones: [], campaigns: [] },
  { limitUser: 0 },
);

const send = (account: number, method: string, path = "", body?: unknown) =>
  service.send(`token-${account}`, method, `/v2/views${path}`, body);
const list = async (account: number) => (await send(account, "GET")).json.result;

test("saved views belong to one account, survive a restart, and are replaced and deleted by name", async () => {
  const mine = { name: "Every day / mine", view: "?period=yesterday" };
  expect((await send(1, "POST", "", mine)).json).toEqual({ result: mine });
  await send(1, "POST", "", { name: "Week", view: "?period=7d" });
  await send(1, "POST", "", { ...mine, view: "?period=today" });
  await service.restart();
  expect(await list(1)).toEqual([
    { name: "Week", view: "?period=7d" },
    { ...mine, view: "?period=today" },
  ]);
  expect(await list(2)).toEqual([]);
  const path = `/${encodeURIComponent(mine.name)}`;
  expect((await send(2, "DELETE", path)).status).toBe(404);
  expect((await send(1, "DELETE", path)).status).toBe(204);
  expect((await send(1, "DELETE", path)).status).toBe(404);
  expect(await list(1)).toHaveLength(1);
});

test("views saved concurrently are all stored", async () => {
  const names = ["a", "b", "c", "d"];
  await Promise.all(names.map((name) => send(2, "POST", "", { name, view: "?" })));
  expect((await list(2)).map(({ name }: { name: string }) => name).sort()).toEqual(names);
});

test("an account has at most 100 views", async () => {
  for (let at = 0; at < 96; at++) await send(2, "POST", "", { name: `View ${at}`, view: "?" });
  const { status, json } = await send(2, "POST", "", { name: "One more", view: "?" });
  expect([status, json.message]).toEqual([403, "This account has 100 views already."]);
  expect((await send(2, "POST", "", { name: "View 1", view: "?period=7d" })).status).toBe(200);
});

const NAME = "Expected a text of at most 60 characters.";
test.each([
  [{ name: " ", view: "?" }, { "[name]": "Expected a name with a visible character." }],
  [{ name: "x".repeat(61), view: "?" }, { "[name]": NAME }],
  [{ name: "a", view: "https://elsewhere.example/" }, { "[view]": "Expected a query string." }],
  [{ name: "a", view: `?${"x".repeat(4_000)}` }, { "[view]": "Expected a query string." }],
  [[], { "[body]": "Expected an object." }],
])("the view %j is refused", async (body, problem) => {
  const { status, json } = await send(1, "POST", "", body);
  expect([status, json.errors[0]]).toEqual([400, problem]);
});
