// @deploy Starts nginx.
/** The part of `deploy/nginx/zonetag.conf` that answers on port 80, where certificates are renewed. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { onPath } from "../../e2e/support/browser.ts";
import { endWithTests } from "../../e2e/support/children.ts";
import { makeFolder } from "../support/folder.ts";

const CONFIGURATION = resolve(import.meta.dirname, "../../deploy/nginx/zonetag.conf");
const CHALLENGE = "/.well-known/acme-challenge/token";

test("on port 80, nginx answers certbot's challenge and redirects all else to https", async (context) => {
  context.skip(onPath(["nginx"]) === undefined, "needs nginx");
  const folder = makeFolder();
  mkdirSync(join(folder, "www/.well-known/acme-challenge"), { recursive: true });
  writeFileSync(join(folder, "www", CHALLENGE), "proof");
  const socketPath = join(folder, "nginx.sock");
  const servers = readFileSync(CONFIGURATION, "utf8").match(/^server \{[\s\S]*?^\}/gm) ?? [];
  const plain = (servers.find((server) => /listen 80;/.test(server)) ?? "")
    .replace(/listen \[::\]:80;/, "")
    .replace("listen 80;", `listen unix:${socketPath};`)
    .replaceAll("/var/www/html", join(folder, "www"));
  const user = process.getuid?.() === 0 ? "user root;" : "";
  const settings = `${user} pid ${join(folder, "pid")}; events {} http { access_log off; ${plain} }`;
  writeFileSync(join(folder, "nginx.conf"), settings);
  const args = ["-p", folder, "-c", "nginx.conf", "-e", "error.log", "-g", "daemon off;"];
  const child = endWithTests(spawn("nginx", args, { stdio: "ignore" }));
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await once(child, "exit");
  });
  const send = async (path: string) => {
    const sent = request({ socketPath, path, headers: { host: "ads.example" } }).end();
    const [answer] = await once(sent, "response");
    return { status: answer.statusCode, location: answer.headers.location, body: await text(answer) };
  };
  await expect.poll(() => send(CHALLENGE)).toEqual({ status: 200, body: "proof" });
  expect(await send("/zonetag.js?x=1")).toMatchObject({
    status: 308,
    location: "https://ads.example/zonetag.js?x=1",
  });
});
