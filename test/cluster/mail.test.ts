/** Mails with links from one of two nodes that are used on the other, through a real mail server. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { UNLIMITED } from "../../e2e/support/service.ts";
import { hashPassword } from "../../src/service/signing/passwords.ts";
import { Browser } from "../service/support/browser.ts";
import { PASSWORD } from "../service/support/people.ts";
import { findRedisServer, NO_REDIS } from "../service/support/redis.ts";
import { type Mailbox, startSmtp } from "../service/support/smtp.ts";
import { ServiceCluster } from "./cluster.ts";

const CATALOGUE = {
  accounts: [
    { id: 1, name: "Net", role: "network", username: "net", password: await hashPassword(PASSWORD) },
  ],
  sites: [],
  zones: [],
  campaigns: [],
};
const ANN = "ann@site.example";

let cluster: ServiceCluster;
let box: Mailbox;
let browsers: Browser[];

beforeEach(async (context) => {
  context.skip(findRedisServer() === undefined, NO_REDIS);
  box = await startSmtp();
  const args = [...UNLIMITED, "--smtp", box.url, "--origin", "https://ads.example"];
  cluster = await ServiceCluster.start({ nodes: 2, catalogue: CATALOGUE, isLive: true, args });
  browsers = cluster.nodes.map((node) => new Browser(node));
});
afterEach(async () => {
  await cluster?.stop();
});

function send(node: number, path: string, body: object): Promise<Response> {
  return (browsers[node] ?? new Browser({ origin: "" })).send("POST", path, body, {
    Origin: "https://ads.example",
  });
}

function listTokens(): string[] {
  return box.mails.flatMap(({ text }) => /#password=(\S+)/.exec(text ?? "")?.[1] ?? []);
}

/** Invites a user on the first node, who sets the password on the second one. */
async function join(): Promise<void> {
  expect((await send(0, "/v2/session", { username: "net", password: PASSWORD })).status).toBe(201);
  const invited = await send(0, "/v2/users", { email: ANN, name: "Ann", role: "editor" });
  expect((await invited.json()).result.mail).toEqual({ state: "sent" });
  const [token] = listTokens();
  await expect.poll(async () => (await send(1, "/v2/password/user", { token })).status).toBe(200);
  expect((await send(1, "/v2/password", { token, password: PASSWORD })).status).toBe(200);
}

test("an invitation from one node is used on the other, once on both", async () => {
  await join();
  const [token] = listTokens();
  await expect.poll(async () => (await send(0, "/v2/password/user", { token })).status).toBe(403);
  expect((await send(0, "/v2/login", { username: ANN, password: PASSWORD })).status).toBe(200);
});

test("a password that is forgotten on both nodes at once is replaced by one of the mailed links", async () => {
  await join();
  await expect
    .poll(async () => (await send(0, "/v2/login", { username: ANN, password: PASSWORD })).status)
    .toBe(200);
  const both = await Promise.all([0, 1].map((node) => send(node, "/v2/password/forgotten", { email: ANN })));
  expect(both.map(({ status }) => status)).toEqual([204, 204]);
  await expect.poll(() => box.mails.length).toBe(3);
  const tokens = listTokens().slice(1);
  // A node may not know the link of the other one yet.
  let used = 0;
  await expect
    .poll(async () => {
      for (const token of tokens) {
        const { status } = await send(0, "/v2/password", { token, password: "another password" });
        if (status === 200) used += 1;
      }
      return used;
    })
    .toBe(1);
  await expect
    .poll(async () => (await send(1, "/v2/login", { username: ANN, password: "another password" })).status)
    .toBe(200);
  for (const token of tokens) expect((await send(1, "/v2/password/user", { token })).status).toBe(403);
});

test("a role that is changed on both nodes sends a notice about each change", async () => {
  await join();
  const path = "/v2/users/2";
  const signedIn = await send(1, "/v2/session", { username: "net", password: PASSWORD });
  expect(signedIn.status).toBe(201);
  for (const [node, role] of ["viewer", "editor"].entries()) {
    const headers = { Origin: "https://ads.example" };
    await expect
      .poll(async () => (await browsers[node]?.send("PATCH", path, { role }, headers))?.status)
      .toBe(200);
  }
  const isNotice = ({ subject }: { subject?: string | undefined }) =>
    subject === "Your role in Net on ads.example was changed";
  await expect.poll(() => box.mails.filter(isNotice).length).toBe(2);
});
