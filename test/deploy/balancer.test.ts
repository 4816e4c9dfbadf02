// @deploy Starts Caddy.
/** The balancer of `deploy/cluster.yaml` in front of nodes that stop. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { onPath } from "../../e2e/support/browser.ts";
import { endWithTests } from "../../e2e/support/children.ts";
import { listen, type Running } from "../../e2e/support/http.ts";
import { makeFolder } from "../support/folder.ts";

const CONFIGURATION = resolve(import.meta.dirname, "../../deploy/caddy/Caddyfile.cluster");

type Send = (path: string) => Promise<string>;

/** Starts Caddy on a Unix socket with the delivered configuration; only the nodes' addresses are replaced. */
async function startCaddy(nodes: readonly Running[]): Promise<Send> {
  const folder = makeFolder();
  const socketPath = join(folder, "caddy.sock");
  let configuration = readFileSync(CONFIGURATION, "utf8");
  for (const [at, { port }] of nodes.entries())
    configuration = configuration.replaceAll(`ads-${at + 1}:8080`, `127.0.0.1:${port}`);
  const file = join(folder, "Caddyfile");
  const options = ["admin off", "auto_https off", `default_bind unix/${socketPath}`];
  writeFileSync(file, `{\n${options.join("\n")}\n}\n${configuration}`);
  const child = endWithTests(
    spawn("caddy", ["run", "--adapter", "caddyfile", "--config", file], {
      stdio: "ignore",
      env: {
        ...process.env,
        HOME: folder,
        XDG_CONFIG_HOME: folder,
        XDG_DATA_HOME: folder,
        ADS_HOST: "http://",
      },
    }),
  );
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await once(child, "exit");
  });
  const send: Send = async (path) => {
    const sent = request({ socketPath, path }).end();
    const [answer] = await once(sent, "response");
    return `${answer.statusCode} ${await text(answer)}`;
  };
  await expect.poll(() => send("/readyz")).toBe("404 ");
  return send;
}

test("the balancer retries an impression on another node if a node is down or closes the connection", async (context) => {
  context.skip(onPath(["caddy"]) === undefined, "needs caddy");
  const unanswered: string[] = [];
  const nodes = await Promise.all([
    listen((_request, response) => response.end("counted")),
    listen(({ url = "", socket }, response) => {
      if (url === "/readyz") return response.end();
      unanswered.push(url);
      socket.destroy();
    }),
    listen((_request, response) => response.end()),
  ]);
  onTestFinished(async () => {
    for (const { stop } of nodes) await stop();
  });
  const send = await startCaddy(nodes);
  await nodes[2]?.stop();
  const paths = Array.from({ length: 6 }, (_, at) => `/i/${at}`);
  expect(await Promise.all(paths.map(send))).toEqual(paths.map(() => "200 counted"));
  expect(unanswered).not.toEqual([]);
});
