/** Approval of advertisers' creatives: send, approve, reject, withdraw; the version served meanwhile; the inbox. */
import { expect, test } from "vitest";
import { NETWORK as ACCOUNTS, aNetwork, aNetworkCampaign } from "../support/catalogue.ts";
import { type Managed, manage } from "./support.ts";

const [NETWORK, ADVERTISER, STRANGER] = [1, 3, 4];
const NOW = Date.parse("2026-11-20T12:00:00Z");
const SENT_AT = "2026-11-20T12:00:00.000Z";
const EARLIER = "2026-11-20T11:00:00.000Z";

const VERSION = { image: "/creatives/a.png", size: "300x250", url: "https://shop.example/" };
const SALE = { ...VERSION, url: "https://shop.example/sale" };
const WAITING = { review: "waiting", sentAt: SENT_AT };
const PATH = "/v2/campaigns/5/creatives/8";
const NOTHING_WAITS = "No version of this creative waits for approval.";

function start(creative: object = VERSION): Promise<Managed> {
  const accounts = [...ACCOUNTS, { id: STRANGER, name: "Other network", role: "network" }];
  const campaigns = [aNetworkCampaign(5, { name: "Shoes", variations: [{ id: 8, ...creative }] })];
  return manage(aNetwork({ accounts, campaigns }), { now: () => NOW });
}

const send = (managed: Managed, account: number, body: object, version = "*") =>
  managed.send(account, "PATCH", PATH, body, { "If-Match": version });

const readVersion = async ({ send }: Managed): Promise<string> =>
  (await send(NETWORK, "GET", "/v2/campaigns/5/creatives")).json.result[0].version;

/** Decides on the current version. */
async function decide(managed: Managed, account: number, decision: string, body?: unknown) {
  const version = await readVersion(managed);
  return managed.send(account, "POST", `${PATH}/${decision}`, body, { "If-Match": `"${version}"` });
}

/** Reads the stored creative. */
const written = async (managed: Managed) => (await managed.saved()).campaigns[0].variations[0];

const PENDING = { pending: { ...SALE, review: "waiting", sentAt: EARLIER } };
const REJECTED = { pending: { ...SALE, review: "rejected", sentAt: EARLIER, reason: "Not found." } };
/** Creatives in each state of approval. */
const CHANGED = { ...VERSION, ...PENDING };
const CHANGE_REJECTED = { ...VERSION, ...REJECTED };
const NEW = { ...VERSION, review: "waiting", sentAt: EARLIER };
const WITHDRAWN = { ...VERSION, review: "withdrawn" };
const NEW_REJECTED = { ...VERSION, review: "rejected", reason: "Not found." };
const NEW_PAGE = { url: SALE.url };
const SENT = { ...VERSION, pending: { ...SALE, ...WAITING } };
const RESENT = { ...NEW_REJECTED, pending: { ...VERSION, ...WAITING } };
const OTHER_IMAGE = { image: "/creatives/b.png" };
const UNSEEN = { name: "Sale", weight: 2, active: false };

test.each<[string, object, object, object]>([
  ["an approved creative", VERSION, NEW_PAGE, SENT],
  [
    "an approved creative with a waiting change",
    ...([CHANGED, OTHER_IMAGE, { ...VERSION, pending: { ...SALE, ...OTHER_IMAGE, ...WAITING } }] as const),
  ],
  ["an approved creative with a rejected change", CHANGE_REJECTED, NEW_PAGE, SENT],
  ["a waiting change back to the approved version", CHANGED, VERSION, VERSION],
  ["a waiting change to its current value", CHANGED, NEW_PAGE, CHANGED],
  ["a new creative that was never approved", NEW, NEW_PAGE, { ...SALE, ...WAITING }],
  ["a withdrawn creative", WITHDRAWN, NEW_PAGE, { ...SALE, ...WAITING }],
  ["a rejected creative", NEW_REJECTED, NEW_PAGE, { ...NEW_REJECTED, ...SENT }],
  ["a rejected creative to its current value", NEW_REJECTED, { url: VERSION.url }, RESENT],
  ["fields that visitors never see", CHANGE_REJECTED, UNSEEN, { ...CHANGE_REJECTED, ...UNSEEN }],
])(
  "when an advertiser changes %s, the approved version is unchanged",
  async (_what, before, patch, after) => {
    const managed = await start(before);
    expect((await send(managed, ADVERTISER, patch)).status).toBe(200);
    expect(await written(managed)).toEqual({ id: 8, ...after });
  },
);

test("a network's change of a creative takes effect at once and keeps the waiting change", async () => {
  const managed = await start(CHANGED);
  await send(managed, NETWORK, { url: "https://shop.example/new" });
  expect(await written(managed)).toEqual({
    id: 8,
    ...VERSION,
    url: "https://shop.example/new",
    ...PENDING,
  });
});

const LOUD = { reason: "Too loud." };
test.each<[string, number, string, object, object]>([
  ["a network approves a change", NETWORK, "approve", CHANGED, { ...SALE, review: "approved" }],
  ["a network approves a new creative", NETWORK, "approve", NEW, { ...VERSION, review: "approved" }],
  [
    "a network approves a change that it had rejected",
    ...([NETWORK, "approve", CHANGE_REJECTED, { ...SALE, review: "approved" }] as const),
  ],
  [
    "a network rejects a change",
    ...([NETWORK, "reject", CHANGED, { ...VERSION, pending: { ...REJECTED.pending, ...LOUD } }] as const),
  ],
  ["a network rejects a new creative", NETWORK, "reject", NEW, { ...NEW, review: "rejected", ...LOUD }],
  [
    "a network rejects an approved creative",
    NETWORK,
    "reject",
    VERSION,
    { ...VERSION, review: "rejected", ...LOUD },
  ],
  ["an advertiser withdraws a change", ADVERTISER, "withdraw", CHANGED, VERSION],
  ["an advertiser withdraws a rejected change", ADVERTISER, "withdraw", CHANGE_REJECTED, VERSION],
  ["an advertiser withdraws a new creative", ADVERTISER, "withdraw", NEW, WITHDRAWN],
])("when %s, the stored creative records it", async (_what, account, decision, before, after) => {
  const managed = await start(before);
  const { status, json } = await decide(managed, account, decision, { reason: " Too loud. " });
  expect(status).toBe(200);
  expect(await written(managed)).toEqual({ id: 8, ...after });
  expect(json.result).toMatchObject(after);
});

test.each<[string, number, object]>([
  ["approve", NETWORK, VERSION],
  ["approve", NETWORK, WITHDRAWN],
  ["reject", NETWORK, WITHDRAWN],
  ["withdraw", ADVERTISER, VERSION],
  ["withdraw", ADVERTISER, { ...VERSION, review: "rejected" }],
])(
  "%s by account %i returns 409 when nothing waits for approval: %j",
  async (decision, account, creative) => {
    const managed = await start(creative);
    const { status, json } = await decide(managed, account, decision, { reason: "Too loud." });
    expect([status, json]).toEqual([409, { message: NOTHING_WAITS }]);
  },
);

test("approving or rejecting an outdated version returns 409 with the changed fields", async () => {
  const managed = await start(CHANGED);
  const seen = await readVersion(managed);
  await send(managed, ADVERTISER, { url: "https://elsewhere.example/" });
  for (const decision of ["approve", "reject"]) {
    const headers = { "If-Match": `"${seen}"` };
    const late = await managed.send(NETWORK, "POST", `${PATH}/${decision}`, { reason: "No." }, headers);
    expect([late.status, late.json]).toEqual([
      409,
      {
        message: "Someone else changed this after you loaded it. Load it again, then repeat your change.",
        fields: ["pending"],
      },
    ]);
  }
  expect(await written(managed)).toMatchObject({ url: VERSION.url, pending: { review: "waiting" } });
});

test("withdrawing a change that was approved meanwhile returns 409", async () => {
  const managed = await start(CHANGED);
  const headers = { "If-Match": `"${await readVersion(managed)}"` };
  await decide(managed, NETWORK, "approve");
  const late = await managed.send(ADVERTISER, "POST", `${PATH}/withdraw`, undefined, headers);
  expect([late.status, (await written(managed)).url]).toEqual([409, SALE.url]);
});

test.each([{}, { "If-Match": "*" }])(
  "a decision without a specific version returns 428: %j",
  async (headers) => {
    const managed = await start(CHANGED);
    expect((await managed.send(NETWORK, "POST", `${PATH}/approve`, undefined, headers)).status).toBe(428);
  },
);

test.each([null, {}, { reason: " " }, { reason: "\u200b" }, { reason: 1 }, { reason: "x".repeat(501) }])(
  "a rejection without a reason of 1 to 500 characters is refused: %j",
  async (body) => {
    const managed = await start(CHANGED);
    const { status, json } = await decide(managed, NETWORK, "reject", body);
    expect([status, json]).toEqual([400, { errors: [{ "[reason]": "Expected 1 to 500 characters." }] }]);
  },
);

test("a decision with a repeated Idempotency-Key is made once", async () => {
  const managed = await start(CHANGED);
  const headers = { "If-Match": `"${await readVersion(managed)}"`, "Idempotency-Key": "one" };
  const approve = () => managed.send(NETWORK, "POST", `${PATH}/approve`, undefined, headers);
  const [first, second] = [await approve(), await approve()];
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.json).toEqual(first.json);
});

test("an error in a sent version names the field as the advertiser sent it", async () => {
  const managed = await start();
  const wrong = await send(managed, ADVERTISER, { url: "shop.example" });
  expect(wrong.json.errors).toEqual([{ "[url]": "Expected an http or https address." }]);
  const missing = await send(managed, ADVERTISER, { url: null });
  expect(missing.json.errors).toEqual([{ "[url]": "This field is missing." }]);
});

test("the inbox lists the network's waiting creatives, oldest first, without archived campaigns", async () => {
  const managed = await start({ ...VERSION, ...PENDING, name: "Banner" });
  const made = await managed.send(ADVERTISER, "POST", "/v2/campaigns/5/creatives", SALE);
  await managed.send(NETWORK, "POST", "/v2/campaigns/5/creatives", SALE);
  const list = (account: number, query = "") => managed.send(account, "GET", `/v2/approvals${query}`);
  const { json } = await list(NETWORK);
  expect(json.request_metadata).toEqual({ count: 2, limit: 50, offset: 0 });
  expect(json.result).toMatchObject([
    {
      account: { id: ADVERTISER, name: "Advertiser" },
      campaign: { id: 5, name: "Shoes" },
      creative: { id: 8, name: "Banner", ...VERSION, ...PENDING, version: await readVersion(managed) },
    },
    { creative: { id: made.json.result.id, ...SALE, ...WAITING } },
  ]);
  expect((await list(NETWORK, "?limit=1&offset=1")).json.result).toEqual(json.result.slice(1));
  expect((await list(STRANGER)).json.result).toEqual([]);
  await managed.send(NETWORK, "PATCH", "/v2/campaigns/5", { deleted: true }, { "If-Match": "*" });
  expect((await list(NETWORK)).json.request_metadata.count).toBe(0);
});

test("the change log records each approval step with its account", async () => {
  const managed = await start();
  await send(managed, ADVERTISER, { url: SALE.url });
  await decide(managed, NETWORK, "reject", { reason: "Too loud." });
  await decide(managed, ADVERTISER, "withdraw");
  const { json } = await managed.send(NETWORK, "GET", "/v2/changes?kind=creatives&id=8");
  const steps = json.result.map(({ account, after }: { account: { name: string }; after: object }) => [
    account.name,
    Reflect.get(after, "pending"),
  ]);
  const pending = { ...SALE, ...WAITING };
  expect(steps.reverse()).toEqual([
    ["Advertiser", pending],
    ["Network", { ...pending, review: "rejected", reason: "Too loud." }],
    ["Advertiser", undefined],
  ]);
});
