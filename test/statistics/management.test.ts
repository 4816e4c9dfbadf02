/** The client of the management interface against the real service, over real sockets. */
import { expect, test } from "vitest";
import { hashPassword } from "../../src/service/signing/passwords.ts";
import {
  createManagement,
  createStatistics,
  type Management,
  type Session,
  type StatisticsOptions,
} from "../../src/statistics/index.ts";
import { useService } from "../service/support/service.ts";

/** A GIF of one transparent pixel. */
const PIXEL = new Blob([
  Uint8Array.from(Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64")),
]);

const password = await hashPassword("correct horse");
const accounts = [{ id: 1, name: "Net", role: "network", username: "net", password }];
const service = await useService({ accounts, sites: [], zones: [], campaigns: [] });

function clientFor(options: Partial<StatisticsOptions> = {}) {
  const credentials = { username: "net", password: "correct horse" };
  return createManagement(createStatistics({ baseUrl: service.origin, credentials, ...options }));
}

test("the client sets up an empty catalogue until a banner is served", async () => {
  const management = clientFor();
  const publisher = await management.accounts.create({ name: "Publisher", role: "publisher" });
  const site = await management.sites.create({
    account: publisher.id,
    name: "News",
    hostname: "news.example",
  });
  const zone = await management.zones.create({ site: site.id, name: "Pixel", size: "1x1" });
  const advertiser = await management.accounts.create({ name: "Advertiser", role: "advertiser" });
  const { image, width, height } = await management.upload(PIXEL);
  const campaign = await management.campaigns.create({
    account: advertiser.id,
    name: "Pixels",
    pricing: { model: "cpm", price: "2" },
    variations: [{ image, size: `${width}x${height}`, url: "https://shop.example/" }],
  });
  expect((await service.banner(zone.id)).image).toBe(service.origin + image);
  const { zones } = await management.explain({ user: {}, zones: [{ id: zone.id }] });
  expect(zones[0]?.campaigns).toEqual([{ id: campaign.id, name: "Pixels", excluded: [], chance: 100 }]);
  const [creative] = (await management.creatives(campaign.id).list()).entries;
  expect(creative).toMatchObject({ image, review: "approved", weight: 1 });
});

test("list() searches and returns pages with a count, and all() reads every page", async () => {
  const management = clientFor();
  const [site] = await management.sites.all();
  for (const name of ["Left", "Right"])
    await management.zones.create({ site: site?.id ?? 0, name, size: "1x1" });
  expect(await management.zones.list({ search: "left" })).toMatchObject({
    count: 1,
    entries: [{ name: "Left" }],
  });
  expect((await management.zones.list({ limit: 1, offset: 2 })).entries).toHaveLength(1);
  const [left, right] = (await management.zones.all()).slice(-2);
  if (!left || !right) throw new Error("no zones");
  await management.zones.change(right, { deleted: true });
  expect((await management.zones.all()).map(({ name }) => name)).not.toContain("Right");
  expect((await management.zones.all({ deleted: true })).map(({ name }) => name)).toContain("Right");
});

test("a change based on an older version is rejected as a conflict and overwrites nothing", async () => {
  const [mine, theirs] = [clientFor(), clientFor()];
  const [seen] = await mine.sites.all();
  if (!seen) throw new Error("no site");
  const { name } = await theirs.sites.change(seen, { name: "Theirs" });
  expect(name).toBe("Theirs");
  await expect(mine.sites.change(seen, { name: "Mine" })).rejects.toMatchObject({
    code: "conflict",
    status: 409,
  });
  expect((await mine.sites.get(seen.id)).name).toBe("Theirs");
  expect((await mine.sites.change({ id: seen.id, version: "*" }, { name: "Mine" })).name).toBe("Mine");
  const { entries } = await mine.changes({ kind: "sites", id: seen.id });
  expect(entries[0]).toMatchObject({ action: "change", account: { id: 1 }, after: { name: "Mine" } });
});

test("bulk() changes entries by their versions, and a conflict lists a problem for each entry", async () => {
  const management = clientFor();
  const [site] = await management.sites.all();
  const make = (name: string) => management.zones.create({ site: site?.id ?? 0, name, size: "1x1" });
  const zones = [await make("Bulk 1"), await make("Bulk 2")];
  const changed = await management.zones.bulk(zones, { deleted: true });
  expect(changed.map(({ id }) => id)).toEqual(zones.map(({ id }) => id));
  await expect(management.zones.bulk(zones, { deleted: false })).rejects.toMatchObject({
    code: "conflict",
    problems: [{ keys: ["ids", "0"] }, { keys: ["ids", "1"] }],
  });
  await management.zones.bulk(changed, { deleted: false });
  expect((await management.zones.list({ search: "Bulk" })).count).toBe(2);
});

test("a rejected creative can be withdrawn and changed again, and only its current version can be approved", async () => {
  const [network, [campaign]] = [clientFor(), await clientFor().campaigns.all()];
  if (!campaign) throw new Error("no campaign");
  const password = "a long password";
  const username = "advertiser@shop.example";
  await joinAccount(campaign.account, username, password);
  const advertiser = clientFor({ credentials: { username, password } });
  const [theirs, ours] = [advertiser.creatives(campaign.id), network.creatives(campaign.id)];
  const [creative] = (await theirs.list()).entries;
  if (!creative) throw new Error("no creative");
  const first = await theirs.change(creative, { url: "https://shop.example/sale" });
  const rejected = await ours.reject(first, "Not found.");
  expect(rejected.pending).toMatchObject({ review: "rejected", reason: "Not found." });
  const { url } = await theirs.withdraw(rejected);
  expect(url).toBe(creative.url);
  await theirs.change({ id: creative.id, version: "*" }, { url: "https://shop.example/new" });
  const inbox = await network.approvals({ limit: 10 });
  expect(inbox).toMatchObject({ count: 1, entries: [{ campaign: { name: "Pixels" } }] });
  await expect(ours.approve(first)).rejects.toMatchObject({ code: "conflict", status: 409 });
  const [waiting] = inbox.entries;
  if (!waiting) throw new Error("nothing waits");
  expect(await ours.approve(waiting.creative)).toMatchObject({ url: "https://shop.example/new" });
});

test("a change without an answer is not retried because it may have been applied", async () => {
  let sent = 0;
  const deaf: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (init?.method !== "POST" || !String(input).endsWith("/v2/zones")) return response;
    sent += 1;
    throw new TypeError("the connection was lost");
  };
  const management = clientFor({ fetch: deaf });
  const before = (await management.zones.all()).length;
  const [site] = await management.sites.all();
  const made = management.zones.create({ site: site?.id ?? 0, name: "Once", size: "1x1" });
  await expect(made).rejects.toMatchObject({ code: "network" });
  expect(sent).toBe(1);
  expect(await management.zones.all()).toHaveLength(before + 1);
});

test("changeUser() applies at once, and the account's answer contains no password", async () => {
  await clientFor().changeUser({ name: "Anna" });
  const { user } = await createStatistics({
    baseUrl: service.origin,
    credentials: { username: "net", password: "correct horse" },
  }).account();
  expect(user).toMatchObject({ username: "net", name: "Anna" });
  expect(JSON.stringify(user)).not.toContain("scrypt");
});

test("a password change keeps the client signed in and ends the sessions of other clients", async () => {
  const statistics = createStatistics({
    baseUrl: service.origin,
    credentials: { username: "net", password: "correct horse" },
  });
  const other = createStatistics({ baseUrl: service.origin, session: await signIn("correct horse") });
  expect((await other.account()).id).toBe(1);
  const change = { currentPassword: "correct horse", password: "correct battery" };
  await createManagement(statistics).changeUser(change);
  expect((await statistics.account()).id).toBe(1);
  await expect(other.account()).rejects.toMatchObject({ code: "unauthorized" });
  await createManagement(statistics).changeUser({
    currentPassword: "correct battery",
    password: "correct horse",
  });
});

/** Signs in with a new client and returns its session. */
async function signIn(password: string): Promise<Session> {
  const sessions: (Session | undefined)[] = [];
  const credentials = { username: "net", password };
  const onSession = (session: Session | undefined) => void sessions.push(session);
  await createStatistics({ baseUrl: service.origin, credentials, onSession }).login();
  const [session] = sessions;
  if (!session) throw new Error("There is no session.");
  return session;
}

test.each([
  ["an entry without a version", { result: { id: 1 } }],
  ["a list", []],
  ["nothing", undefined],
])("an answer that is %s rejects with the code invalid-response", async (_, body) => {
  const management = createManagement({ request: async () => body });
  await expect(management.zones.get(1)).rejects.toMatchObject({ code: "invalid-response" });
  await expect(management.zones.list()).rejects.toMatchObject({ code: "invalid-response" });
  await expect(management.activity()).rejects.toMatchObject({ code: "invalid-response" });
  await expect(management.estimate({ sizes: [] })).rejects.toMatchObject({ code: "invalid-response" });
  await expect(management.upload(PIXEL)).rejects.toMatchObject({ code: "invalid-response" });
});

test.each<[string, (management: Management) => Promise<unknown>, object]>([
  ["an image", (management) => management.upload(PIXEL), { image: "/a.png", width: 1, height: 1 }],
  ["activity", (management) => management.activity(), { zones: [], campaigns: [], sizes: [] }],
])("an answer with %s is accepted only if it is complete", async (_, ask, whole) => {
  const answer = (result: object) => ask(createManagement({ request: async () => ({ result }) }));
  expect(await answer(whole)).toEqual(whole);
  for (const part of Object.keys(whole))
    await expect(answer({ ...whole, [part]: undefined })).rejects.toMatchObject({ code: "invalid-response" });
});

/** Creates a user with the role owner and sets the user's password. */
async function joinAccount(account: number, email: string, password: string): Promise<void> {
  const credentials = { username: "net", password: "correct horse" };
  const { request } = createStatistics({ baseUrl: service.origin, credentials });
  const body = { account, email, name: "Owner", role: "owner" };
  const answer = JSON.stringify(await request({ method: "POST", path: "/v2/users", body }));
  const token = /#password=([\w-]+)/.exec(answer)?.[1];
  await request({ method: "POST", path: "/v2/password", body: { token, password } });
}
