import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { toDocument } from "../../../src/service/catalogue/document.ts";
import { locateLiveCatalogue, replay } from "../../../src/service/catalogue/logFiles.ts";
import { hashToken } from "../../../src/service/signing/passwords.ts";
import { useService } from "../support/service.ts";
import { SAMPLES } from "./sampleImages.ts";

/** Two networks, each with a publisher and an advertiser: accounts 1 to 3 and 11 to 13. */
const CATALOGUE = {
  accounts: [1, 11].flatMap((first) => [
    { id: first, name: `Network ${first}`, role: "network", apiTokens: [hashToken(`token-${first}`)] },
    ...[
      { id: first + 1, name: `Publisher ${first + 1}`, role: "publisher" },
      { id: first + 2, name: `Advertiser ${first + 2}`, role: "advertiser" },
    ].map((account) => ({ ...account, network: first, apiTokens: [hashToken(`token-${account.id}`)] })),
  ]),
  sites: [2, 12].map((account) => ({
    id: account,
    account,
    name: `Site ${account}`,
    hostname: "site.example",
  })),
  zones: [2, 12].map((site) => ({ id: site, site, name: `Zone ${site}`, size: "300x250" })),
  campaigns: [3, 13].map((account) => ({
    id: account,
    account,
    name: `Campaign ${account}`,
    pricing: { model: "cpm", price: "2" },
    budget: { daily: "10" },
    variations: [
      { id: account, size: "300x250", image: "https://cdn.example/a.png", url: "https://shop.example/" },
    ],
  })),
};

const tokens = new Map<number, string>();

const service = await useService(CATALOGUE, { limitUser: 0 });
for (const { id } of CATALOGUE.accounts) {
  const { json } = await service.send("", "POST", "/v2/login", { api_token: `token-${id}` });
  tokens.set(id, json.token);
}

async function call(account: number, method: string, path: string, body?: unknown, version?: string) {
  const headers = version === undefined ? {} : { "If-Match": `"${version}"` };
  const answer = await service.send(tokens.get(account) ?? "", method, path, body, headers);
  return { ...answer, result: answer.json.result };
}

const saved = async () => toDocument((await replay(locateLiveCatalogue(service.settings.data))).document);

const creative = { image: "https://cdn.example/b.png", size: "300x250", url: "https://shop.example/b" };

test("a new zone is stored and served at once", async () => {
  const made = await call(2, "POST", "/v2/zones", { site: 2, name: "New", size: "300x250" });
  expect(made.status).toBe(201);
  expect(made.headers.get("location")).toBe(`/v2/zones/${made.result.id}`);
  expect((await saved()).zones.at(-1)).toEqual({
    id: made.result.id,
    site: 2,
    name: "New",
    size: "300x250",
  });
  await service.banner(made.result.id);
});

test("a campaign paused by its advertiser is not served until it is resumed", async () => {
  await call(3, "PATCH", "/v2/campaigns/3", { active: false }, "*");
  await call(13, "PATCH", "/v2/campaigns/13", { active: false }, "*");
  await expect(service.banner(2)).rejects.toThrow("empty");
  await call(3, "PATCH", "/v2/campaigns/3", { active: true }, "*");
  await service.banner(2);
});

test("a creative whose image was not uploaded is refused even without a creatives folder", async () => {
  const refused = await call(1, "POST", "/v2/campaigns/3/creatives", {
    ...creative,
    image: "/creatives/b.png",
  });
  expect(refused).toMatchObject({
    status: 400,
    json: { errors: [{ "[image]": "There is no file b.png below /creatives/." }] },
  });
});

test("an advertiser's new creative is served only after the network approves it", async () => {
  const made = await call(3, "POST", "/v2/campaigns/3/creatives", creative);
  expect(made.result.review).toBe("waiting");
  const path = `/v2/campaigns/3/creatives/${made.result.id}`;
  expect((await call(3, "POST", `${path}/approve`, undefined, made.result.version)).status).toBe(403);
  await call(1, "PATCH", "/v2/campaigns/3/creatives/3", { active: false }, "*");
  await expect(service.banner(2)).rejects.toThrow("empty");
  await call(1, "POST", `${path}/approve`, undefined, made.result.version);
  expect((await service.banner(2)).image).toContain("cdn.example/b.png");
  await call(1, "PATCH", "/v2/campaigns/3/creatives/3", { active: true }, "*");
});

test("while an advertiser's change waits for approval, ads and clicks use the approved version", async () => {
  const path = "/v2/campaigns/3/creatives/3";
  const before = await service.banner(2);
  const image = "https://cdn.example/sale.png";
  const sent = await call(3, "PATCH", path, { image, url: "https://shop.example/sale" }, "*");
  expect((await service.banner(2)).image).toBe(before.image);
  const follow = async () => (await fetch(before.url, { redirect: "manual" })).headers.get("location");
  expect(await follow()).toBe("https://shop.example/");
  await call(1, "POST", `${path}/approve`, undefined, sent.result.version);
  expect((await service.banner(2)).image).toBe(image);
  expect(await follow()).toBe("https://shop.example/sale");
});

test("an archived zone is not served and is listed only with deleted=1", async () => {
  const made = await call(2, "POST", "/v2/zones", { site: 2, name: "Old", size: "300x250" });
  const { id, version } = made.result;
  await call(2, "PATCH", `/v2/zones/${id}`, { deleted: true }, version);
  const answer = await (await service.place({ user: {}, zones: [{ id }] })).json();
  expect(answer.errors["0"]).toEqual([`Zone ${id} not found`]);
  const ids = async (query: string) =>
    (await call(2, "GET", `/v2/zones${query}`)).result.map((zone: { id: number }) => zone.id);
  expect(await ids("")).not.toContain(id);
  expect(await ids("?deleted=1")).toContain(id);
});

const upload = (bytes: Uint8Array | string) =>
  service.send(tokens.get(3) ?? "", "POST", "/v2/images", bytes, { "Content-Type": "image/png" });

test("an uploaded image is typed by its bytes, not its Content-Type, and served as immutable", async () => {
  const { gif } = SAMPLES;
  const { status, json } = await upload(gif);
  const image = expect.stringMatching(/^\/creatives\/image-\w+\.gif$/);
  const size = { width: 1, height: 1, bytes: gif.length };
  expect([status, json.result]).toEqual([201, { image, ...size, type: "gif", animated: false }]);
  const { result } = json;
  const served = await fetch(service.origin + result.image);
  expect(new Uint8Array(await served.arrayBuffer())).toEqual(new Uint8Array(gif));
  expect(served.headers.get("cache-control")).toContain("immutable");
  expect((await upload(gif)).json.result.image).toBe(result.image);
});

test.each([
  ["SVG", 415, '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'],
  ["HTML", 415, "<!doctype html><script>alert(1)</script>"],
  ["empty", 415, ""],
  ["too large", 413, new Uint8Array(600 * 1024)],
])("an image that is %s is refused with %d", async (_name, status, bytes) => {
  expect((await upload(bytes)).status).toBe(status);
});

test.each([
  ["/v2/sites", 100, 413],
  ["/v2/sites/bulk", 100, 400],
  ["/v2/sites/bulk", 600, 413],
])("POST %s with a body of %d KiB returns %d", async (path, size, status) => {
  expect((await call(1, "POST", path, { name: "a".repeat(size * 1024) })).status).toBe(status);
});

test("changes logged by an earlier version of the service are listed after newer changes", async () => {
  const line = (id: number) => ({
    time: "2026-01-01T00:00:00.000Z",
    account: { id: 1, name: "Ann" },
    action: "change",
    kind: "sites",
    id,
    owner: 2,
    after: { id, name: "Old" },
    catalogue: "one",
  });
  const lines = [line(701), line(702), { withdrawn: "one" }, line(703)].map((one) => JSON.stringify(one));
  await writeFile(join(service.settings.data, "changes.jsonl"), `${lines.join("\n")}\n{"half`);
  const { json } = await call(1, "GET", "/v2/changes?limit=500");
  expect(json.result.slice(-2).map(({ id }: { id: number }) => id)).toEqual([703, 701]);
  expect((await call(1, "GET", "/v2/changes?kind=sites&id=701")).json.request_metadata.count).toBe(1);
});
