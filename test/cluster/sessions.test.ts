/** Browser sessions shared by two nodes, and while Redis is away. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { UNLIMITED } from "../../e2e/support/service.ts";
import { hashPassword } from "../../src/service/signing/passwords.ts";
import { Browser } from "../service/support/browser.ts";
import { PASSWORD } from "../service/support/people.ts";
import { requireRedis } from "../service/support/requireRedis.ts";
import { ServiceCluster } from "./cluster.ts";

const CATALOGUE = {
  accounts: [
    { id: 1, name: "Net", role: "network", username: "net", password: await hashPassword(PASSWORD) },
  ],
  sites: [],
  zones: [],
  campaigns: [],
};

let cluster: ServiceCluster;
/** One browser at both nodes, with the same cookie. */
let nodes: [Browser, Browser];

requireRedis();
beforeEach(async () => {
  cluster = await ServiceCluster.start({ nodes: 2, catalogue: CATALOGUE, isLive: true, args: UNLIMITED });
  nodes = await openBrowsers();
});
afterEach(() => cluster?.stop());

/** Signs a browser in at the first node and uses its cookie at both. */
async function openBrowsers(): Promise<[Browser, Browser]> {
  const [one, two] = cluster.nodes.map((node) => new Browser(node));
  if (!one || !two) throw new Error("The cluster has two nodes.");
  expect((await one.signIn("net")).status).toBe(201);
  two.cookie = one.cookie;
  return [one, two];
}

const lookAtAll = (browsers: readonly Browser[]) => Promise.all(browsers.map((browser) => browser.look()));
const CHANGE = { password: "another long password", currentPassword: PASSWORD };

test("a session that one node started is valid on the other, which can list and end it", async () => {
  const other = await openBrowsers();
  expect(await lookAtAll([...nodes, ...other])).toEqual([200, 200, 200, 200]);
  const listed = await nodes[1].listSessions();
  expect(listed.map(({ current }: { current: boolean }) => current).sort()).toEqual([false, true]);
  expect((await nodes[1].send("DELETE", "/v2/sessions")).status).toBe(204);
  expect(await lookAtAll([...nodes, ...other])).toEqual([200, 200, 401, 401]);
  expect((await nodes[1].send("DELETE", "/v2/session")).status).toBe(204);
  expect(await nodes[0].look()).toBe(401);
});

test("a password changed on one node ends the other sessions on all nodes", async () => {
  const other = await openBrowsers();
  expect(await lookAtAll(other)).toEqual([200, 200]);
  expect((await nodes[0].send("PATCH", "/v2/user", CHANGE)).status).toBe(200);
  await expect.poll(() => lookAtAll(other)).toEqual([401, 401]);
  expect(await nodes[0].look()).toBe(200);
});

test("while Redis is away, sessions checked before stay valid and other session requests get 503", async () => {
  const [unseen] = await openBrowsers();
  const ended = await openBrowsers();
  expect(await lookAtAll([...nodes, ...ended])).toEqual([200, 200, 200, 200]);
  await ended[0].send("DELETE", "/v2/session");
  cluster.redis.freeze();
  expect(await lookAtAll(nodes)).toEqual([200, 200]);
  const refusals = await Promise.all([
    new Browser(cluster.nodes[0] ?? { origin: "" }).signIn("net"),
    nodes[0].send("DELETE", "/v2/session"),
    nodes[0].send("DELETE", "/v2/sessions"),
    nodes[1].send("GET", "/v2/sessions"),
    nodes[0].send("PATCH", "/v2/user", CHANGE),
    unseen.send("GET", "/v2/account"),
  ]);
  expect(refusals.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503, 503]);
  expect(refusals.flatMap(({ headers }) => headers.getSetCookie())).toEqual([]);
  expect(await ended[1].look()).toBe(401);
  cluster.redis.thaw();
  await expect.poll(() => lookAtAll([...nodes, unseen])).toEqual([200, 200, 200]);
  await expect.poll(async () => (await nodes[0].send("DELETE", "/v2/sessions")).status).toBe(204);
});
