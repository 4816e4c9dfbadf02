// @deploy Starts the service several times, as another user.
/**
 * The commands of docs/production.md for systemd, run as they stand. Paths are below a temporary folder, the user has
 * another name, and in place of systemd the unit's command runs as the unit's user, with its umask; folders that the unit
 * makes read-only belong to root.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { endWithTests } from "../../e2e/support/children.ts";
import type { AdResponse } from "../../src/protocol/placement.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const GUIDE = readFileSync(join(ROOT, "docs/production.md"), "utf8");
const USER = `zonetag-${process.pid}`;

/** Commands of a section of the guide, one for each line. */
function readCommands(section: string): string[] {
  const [, text = ""] = new RegExp(`^## ${section}$(.*?)^## `, "ms").exec(GUIDE) ?? [];
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = ""]) => block);
  return blocks.join("").trim().split("\n");
}

/** Why the test cannot run here. */
function findObstacle(): string | undefined {
  if (process.getuid?.() !== 0) return "needs root, for another user";
  const missing = ["useradd", "userdel", "runuser"].filter((name) => spawnSync(name, ["--help"]).error);
  if (missing.length > 0) return `needs ${missing.join(", ")}`;
  const program = join(ROOT, "dist/service.mjs");
  const isReadable = spawnSync("runuser", ["-u", "nobody", "--", "test", "-r", program]).status === 0;
  return isReadable ? undefined : "needs a checkout that other users may read";
}

class Machine {
  readonly folder = mkdtempSync(join(tmpdir(), "zonetag-production-"));
  readonly #unit = readFileSync(join(ROOT, "deploy/systemd/zonetag.service"), "utf8");
  #child: ChildProcess | undefined;
  origin = "";

  constructor() {
    chmodSync(this.folder, 0o755);
    for (const path of ["bin", "etc/systemd/system", "var/lib"])
      mkdirSync(join(this.folder, path), { recursive: true, mode: 0o755 });
    const program = join(this.folder, "bin/zonetag-service");
    writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${ROOT}/dist/service.mjs" "$@"\n`);
    chmodSync(program, 0o755);
  }

  /** Runs a command of the guide and returns what it prints. */
  async run(command: string): Promise<string> {
    const [, action] = /^systemctl (\w+)/.exec(command) ?? [];
    if (action === "stop" || action === "restart") await this.stop();
    if (action === "enable" || action === "start" || action === "restart") await this.#start();
    if (action) return "";
    return execFileSync("sh", ["-c", this.#place(command)], {
      cwd: ROOT,
      encoding: "utf8",
      env: this.#environment,
    });
  }

  async stop(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    // The leader is runuser, which passes the signal on.
    child.kill("SIGTERM");
    await ended;
  }

  get #environment() {
    return { ...process.env, PATH: `${this.folder}/bin:${process.env.PATH}`, ZONETAG_PORT: "0" };
  }

  #place(text: string): string {
    return text
      .replace(/(?<![\w.])\/(etc|var\/lib)\//g, `${this.folder}/$1/`)
      .replace(/(?<=useradd .*|-[ogu] |^User=)zonetag\b/gm, USER);
  }

  async #start(): Promise<void> {
    const unit = this.#place(this.#unit);
    const read = (name: string) => new RegExp(`^${name}=(.*)$`, "m").exec(unit)?.[1] ?? "";
    const command = read("ExecStart").replace("/usr/local/bin/", "");
    const child = endWithTests(
      spawn("runuser", ["-u", read("User"), "--", "sh", "-c", `umask ${read("UMask")}; exec ${command}`], {
        cwd: "/",
        detached: true,
        stdio: ["ignore", "pipe", "ignore"],
        env: this.#environment,
      }),
      true,
    );
    this.#child = child;
    const lines = createInterface(child.stdout);
    const [line] = await Promise.race([once(lines, "line"), once(child, "exit")]);
    expect(line).toMatch(/listening on/);
    this.origin = String(line).split(" ").pop() ?? "";
  }
}

test("the commands of the production guide lead to an ad, an edit, a restart, a backup, a restore and an upgrade", async (context) => {
  const obstacle = findObstacle();
  context.skip(obstacle !== undefined, obstacle ?? "");
  const machine = new Machine();
  onTestFinished(async () => {
    await machine.stop();
    spawnSync("userdel", [USER]);
    rmSync(machine.folder, { recursive: true, force: true });
  });
  let printed = "";
  for (const command of readCommands("With systemd")) printed += await machine.run(command);
  expect(printed).toMatch(/^ok +Data: .* alone\.$/m);
  const [, password = ""] = /^ {2}network +(\S+)$/m.exec(printed) ?? [];

  // The first ad, by the page that `init` wrote.
  const page = readFileSync(join(machine.folder, "etc/zonetag/page.html"), "utf8");
  const zones = [...page.matchAll(/data-zone-id="(\d+)"/g)].map(([, id]) => ({ id: Number(id) }));
  await expectAds(machine, zones);

  // Neither the service nor its user can change the settings.
  const settings = join(machine.folder, "etc/zonetag/service.jsonc");
  expect(spawnSync("runuser", ["-u", USER, "--", "test", "-w", settings]).status).toBe(1);

  const signIn = async () => {
    const response = await send(machine, "POST", "/v2/login", { username: "network", password });
    return ((await response.json()) as { token: string }).token;
  };
  const change = { name: "Renamed by the dashboard" };
  const changed = await send(machine, "PATCH", "/v2/campaigns/1", change, await signIn());
  expect(changed.status).toBe(200);
  const expectEdit = async () => {
    const response = await send(machine, "GET", "/v2/campaigns/1", undefined, await signIn());
    expect(await response.json()).toMatchObject({ result: change });
    await expectAds(machine, zones);
  };
  await machine.run("systemctl restart zonetag");
  await expectEdit();

  for (const command of readCommands("Back up")) await machine.run(command);
  await expectEdit();

  // The registry's part is tested with the packed packages.
  for (const command of readCommands("Upgrade").filter((line) => !line.startsWith("npm ")))
    await machine.run(command);
  await expectEdit();
}, 600_000);

function send(machine: Machine, method: string, path: string, body?: object, token = ""): Promise<Response> {
  return fetch(machine.origin + path, {
    method,
    headers: {
      "Content-Type": "application/json",
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(method === "PATCH" && { "If-Match": "*" }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
}

/** Each zone gets a banner, whose image the service has, and whose impression it counts. */
async function expectAds(machine: Machine, zones: { id: number }[]): Promise<void> {
  const response = await send(machine, "POST", "/v1/placement", { user: { ip: "192.0.2.1" }, zones });
  const answer = (await response.json()) as AdResponse;
  expect(answer.zones).toHaveLength(2);
  for (const zone of answer.zones) {
    const addresses = JSON.stringify(zone).match(/https:\/\/ads\.example\/(creatives|i)\/[^"]+/g) ?? [];
    expect(addresses).toHaveLength(2);
    for (const address of addresses) {
      const { pathname } = new URL(address);
      expect((await fetch(machine.origin + pathname)).status).toBe(200);
    }
  }
}
