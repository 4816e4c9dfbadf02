/** Runs this machine's Caddy with the configuration of `deploy/caddy`. Caddy creates the certificate for localhost. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { onPath } from "../support/browser.ts";
import { endWithTests } from "../support/children.ts";
import { type Front, type Ports, testFront, waitForTls } from "./front.ts";

const CONFIGURATION = resolve(import.meta.dirname, "../../deploy/caddy/Caddyfile");

testFront(startCaddy, onPath(["caddy"]) === undefined ? "caddy" : "");

async function startCaddy({ secure, plain, service }: Ports): Promise<Front> {
  const folder = await mkdtemp(join(tmpdir(), "zonetag-caddy-"));
  // Global options must come first in a file, so the delivered one is imported after them.
  const options = [
    ...["admin off", "skip_install_trust", `storage file_system ${folder}`],
    ...[`http_port ${plain}`, `https_port ${secure}`],
  ];
  const file = join(folder, "Caddyfile");
  await writeFile(file, `{\n${options.join("\n")}\n}\nimport ${CONFIGURATION}\n`);
  const child = endWithTests(
    spawn("caddy", ["run", "--adapter", "caddyfile", "--config", file], {
      stdio: ["ignore", "ignore", "pipe"],
      env: {
        ...process.env,
        HOME: folder,
        XDG_CONFIG_HOME: folder,
        XDG_DATA_HOME: folder,
        ADS_HOST: "localhost",
        ADS_UPSTREAM: `127.0.0.1:${service}`,
      },
    }),
  );
  let log = "";
  child.stderr.on("data", (chunk) => {
    log += chunk;
  });
  await waitForTls(child, secure);
  return {
    origin: `https://localhost:${secure}`,
    plain: `http://localhost:${plain}`,
    problems: async () =>
      log
        .split("\n")
        .filter((line) => /"level":"(error|fatal|panic)"/.test(line))
        .join("\n"),
    stop: async () => {
      child.kill("SIGTERM");
      await once(child, "exit");
      await rm(folder, { recursive: true, force: true });
    },
  };
}
