/** API tokens and shared links of a user who leaves an account or gets a lower role. */
import { beforeEach, expect, test } from "vitest";
import { DAY_MS } from "../../../src/service/values/day.ts";
import { PeopleService } from "../support/people.ts";

const SHARE = { name: "For Tom", role: "publisher", view: "?", days: 3 };

let people: PeopleService;
let owner: string;
beforeEach(async () => {
  people = await PeopleService.start();
  owner = await people.signIn("publisher");
});

/** Makes an API token and a shared link. Resolves with both. */
async function make(bearer: string, more: object = {}) {
  const token = await people.send(bearer, "POST", "/v2/tokens", { name: "CMS", role: "editor", ...more });
  const share = await people.send(bearer, "POST", "/v2/shares", SHARE);
  return { token: token.json.result.token as string, share: share.json.token as string };
}

const listMade = async (id: number, bearer = owner) => {
  const { status, json } = await people.send(bearer, "GET", `/v2/users/${id}/made`);
  return [status, json.result?.tokens.length, json.result?.shares.length];
};

/** Statuses of requests with a token and a shared link. */
const use = async ({ token, share }: { token: string; share: string }) => [
  (await people.send(token, "GET", "/v2/account")).status,
  (await people.send(share, "GET", "/v2/account")).status,
];

test("what a user made is listed with its maker until it expires, without what others made", async () => {
  const id = await people.join("publisher", { role: "owner" });
  await make(await people.signIn("ann@site.example"), { days: 3 });
  await make(owner);
  const { json } = await people.send(owner, "GET", `/v2/users/${id}/made`);
  const created_by = { id, name: "Ann" };
  expect(json.result).toEqual({
    tokens: [expect.objectContaining({ name: "CMS", created_by })],
    shares: [expect.objectContaining({ name: "For Tom", created_by })],
  });
  expect(await listMade(id, await people.signIn("network"))).toEqual([404, undefined, undefined]);
  const named = await people.send(await people.signIn("network"), "GET", `/v2/users/${id}/made?account=2`);
  expect(named.json.result.shares).toHaveLength(1);
  expect(await listMade(999)).toEqual([404, undefined, undefined]);
  people.service.clock.time += 3 * DAY_MS;
  expect(await listMade(id, await people.signIn("publisher"))).toEqual([200, 0, 0]);
});

test.each([
  ["", [200, 200]],
  ["?tokens=1", [401, 200]],
  ["?shares=1", [200, 401]],
  ["?tokens=1&shares=1", [401, 401]],
])(
  "a user removed with %j ends what the request names, and never what others made",
  async (query, statuses) => {
    const id = await people.join("publisher", { role: "owner" });
    const made = await make(await people.signIn("ann@site.example"));
    const others = await make(owner);
    expect((await people.send(owner, "DELETE", `/v2/users/${id}${query}`)).status).toBe(204);
    expect([await use(made), await use(others)]).toEqual([statuses, [200, 200]]);
    // What stays is still known to be made by that user.
    const { json } = await people.send(owner, "GET", "/v2/shares");
    const makers = json.result.map(({ created_by }: { created_by: object }) => created_by);
    const left = { id, name: "former user" };
    expect(makers.some((maker: object) => JSON.stringify(maker) === JSON.stringify(left))).toBe(
      statuses[1] === 200,
    );
  },
);

test("a lower role keeps what the user made, or ends it with the request", async () => {
  const id = await people.join("publisher", { role: "owner" });
  const made = await make(await people.signIn("ann@site.example"));
  const change = (role: string, query = "") =>
    people.send(owner, "PATCH", `/v2/users/${id}${query}`, { role });
  expect((await change("editor")).json.result).toMatchObject({ id, role: "editor" });
  expect([await use(made), await listMade(id)]).toEqual([
    [200, 200],
    [200, 1, 1],
  ]);
  expect((await change("viewer", "?tokens=1&shares=1")).json.result).toMatchObject({ id, role: "viewer" });
  expect([await use(made), await listMade(id)]).toEqual([
    [401, 401],
    [200, 0, 0],
  ]);
  const { json } = await people.send(owner, "GET", "/v2/changes?kind=shares");
  expect(json.result.map(({ action }: { action: string }) => action)).toEqual(["end", "create"]);
});

test("what a network's user made in its accounts is listed and ends with the membership in the network", async () => {
  const network = await people.signIn("network");
  const id = await people.join("network", { role: "owner", email: "eve@net.example" });
  const made = await make(await people.signIn("eve@net.example", { account: 2 }), { account: 2 });
  expect(await listMade(id, network)).toEqual([200, 1, 1]);
  await people.send(network, "DELETE", `/v2/users/${id}?tokens=1&shares=1`);
  expect(await use(made)).toEqual([401, 401]);
});

test("a network's user with a role of their own in an account keeps what they made there", async () => {
  const network = await people.signIn("network");
  const id = await people.join("network", { role: "owner", email: "eve@net.example" });
  await people.send(network, "POST", "/v2/users", { user: id, role: "owner", account: 2 });
  const reset = await people.send(network, "POST", `/v2/users/${id}/link`);
  await people.usePassword(reset.json.result.link);
  const made = await make(await people.signIn("eve@net.example", { account: 2 }), { account: 2 });
  expect(await listMade(id, network)).toEqual([200, 0, 0]);
  await people.send(network, "DELETE", `/v2/users/${id}?tokens=1&shares=1`);
  expect(await use(made)).toEqual([200, 200]);
});

test("expired links are not listed, and links by API tokens and by earlier versions have no maker", async () => {
  const id = await people.join("publisher", { role: "owner" });
  const { token } = await make(await people.signIn("ann@site.example"));
  await people.send(token, "POST", "/v2/shares", SHARE);
  expect(await listMade(id)).toEqual([200, 1, 1]);
  const { json } = await people.send(owner, "GET", "/v2/shares");
  expect(json.result.map(({ created_by }: { created_by?: object }) => created_by)).toContain(undefined);
  people.service.clock.time += 4 * 86_400_000;
  owner = await people.signIn("publisher");
  expect(await listMade(id)).toEqual([200, 1, 0]);
});

test("a removal or lower role with a wrong flag is refused, and changes nothing", async () => {
  const id = await people.join("publisher", { role: "owner" });
  const made = await make(await people.signIn("ann@site.example"));
  for (const query of ["?tokens=yes", "?shares=", "?tokens=1&shares=all"]) {
    const removal = await people.send(owner, "DELETE", `/v2/users/${id}${query}`);
    const change = await people.send(owner, "PATCH", `/v2/users/${id}${query}`, { role: "viewer" });
    expect([removal.status, change.status]).toEqual([400, 400]);
  }
  expect(await use(made)).toEqual([200, 200]);
  expect((await people.send(owner, "GET", "/v2/users")).json.result).toContainEqual(
    expect.objectContaining({ id, role: "owner" }),
  );
});
