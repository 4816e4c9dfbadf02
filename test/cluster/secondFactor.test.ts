/** Second factors on two nodes, and while Redis is away. */
import { TOTP } from "otpauth";
import { afterEach, beforeEach, expect, test } from "vitest";
import { UNLIMITED } from "../../e2e/support/service.ts";
import { hashPassword } from "../../src/service/signing/passwords.ts";
import { Browser } from "../service/support/browser.ts";
import { PASSWORD } from "../service/support/people.ts";
import { findRedisServer, NO_REDIS } from "../service/support/redis.ts";
import { ServiceCluster } from "./cluster.ts";

const CATALOGUE = {
  accounts: [
    { id: 1, name: "Net", role: "network", username: "net", password: await hashPassword(PASSWORD) },
  ],
  sites: [],
  zones: [],
  campaigns: [],
};
const FACTOR = "/v2/user/second-factor";

let cluster: ServiceCluster;
let codes: string[];
let secret: string;

beforeEach(async (context) => {
  context.skip(findRedisServer() === undefined, NO_REDIS);
  cluster = await ServiceCluster.start({ nodes: 2, catalogue: CATALOGUE, isLive: true, args: UNLIMITED });
  const browser = new Browser(cluster.nodes[0] ?? { origin: "" });
  await browser.signIn("net");
  const begun = await (await browser.send("POST", FACTOR, { password: PASSWORD })).json();
  secret = begun.result.secret;
  const confirmation = { setup: begun.result.setup, otp: createCode(0) };
  const confirmed = await browser.send("POST", `${FACTOR}/confirm`, confirmation);
  codes = (await confirmed.json()).recovery_codes;
  // The other node learns of it.
  await expect.poll(async () => (await logIn(1)).status).toBe(401);
});
afterEach(async () => {
  await cluster.stop();
});

/** Creates the code of a step, counted from the current one, which the set-up uses up. */
function createCode(steps: number): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
}

function logIn(node: number, otp?: string): Promise<Response> {
  const body = { username: "net", password: PASSWORD, ...(otp !== undefined && { otp }) };
  return new Browser(cluster.nodes[node] ?? { origin: "" }).send("POST", "/v2/login", body);
}

test("of simultaneous sign-ins on two nodes with one code, one succeeds", async () => {
  for (const otp of [createCode(1), codes[0]]) {
    const both = await Promise.all([logIn(0, otp), logIn(1, otp)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
  }
});

test("while Redis is away, no code signs in, and none is used up", async () => {
  cluster.redis.freeze();
  expect((await logIn(0, codes[0])).status).toBe(503);
  cluster.redis.thaw();
  await expect.poll(async () => (await logIn(1, codes[1])).status, { timeout: 10_000 }).toBe(200);
});
