// @deploy Packs the service, installs it three times and starts it several times, as another user.
/**
 * Runs the commands of docs/production.md with the packed package. Paths are moved below a temporary folder, and the
 * user is renamed. Instead of systemd and Docker, the test starts the service's command with the confinement of the
 * unit and of compose.yaml: a separate user, no capabilities, and write access only to the service's folders.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { endWithTests } from "../../e2e/support/children.ts";
import { stagePackage } from "../../scripts/stagePackage.ts";
import type { AdResponse } from "../../src/protocol/placement.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const GUIDE = read("docs/production.md");
const USER = `zonetag-${process.pid}`;
const MINUTES = 60_000;

/** Returns the commands of a section of a guide, one per line. */
function readCommands(section: string, guide = GUIDE): string[] {
  const text = guide.split(/^##+ /m).find((part) => part.startsWith(`${section}\n`)) ?? "";
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = ""]) => block);
  const commands = blocks.join("").trim().split("\n");
  expect(commands.length).toBeGreaterThan(1);
  return commands;
}

/** Returns the reason why the tests cannot run on this machine. */
function findObstacle(): string | undefined {
  if (process.getuid?.() !== 0) return "needs root, for another user";
  const missing = ["useradd", "userdel", "runuser", "setpriv"].filter(
    (name) => spawnSync(name, ["-h"]).error,
  );
  if (missing.length > 0) return `needs ${missing.join(", ")}`;
  const isMounted = spawnSync("unshare", ["--mount", "mount", "--bind", ROOT, ROOT]).status === 0;
  return isMounted ? undefined : "needs mount namespaces";
}

/** Tarball of the service in its current or in a later version. */
interface Packed {
  version: string;
  folder: string;
  tarball: string;
}
let workshop: string;
const packed: Packed[] = [];

beforeAll(async () => {
  if (findObstacle()) return;
  workshop = mkdtempSync(join(tmpdir(), "zonetag-packed-"));
  chmodSync(workshop, 0o755);
  const folder = join(workshop, "package");
  await stagePackage("zonetag-service", folder);
  for (const version of ["", "99.0.0"]) {
    if (version) execFileSync("npm", ["version", version, "--no-git-tag-version"], { cwd: folder });
    const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", workshop];
    const [made] = JSON.parse(execFileSync("npm", args, { cwd: folder, encoding: "utf8" }));
    packed.push({ version: made.version, folder, tarball: join(workshop, made.filename) });
  }
}, 5 * MINUTES);
afterAll(() => workshop && rmSync(workshop, { recursive: true, force: true }));

interface Confinement {
  umask: string;
  /** Folders that the service may write to. */
  writable: readonly string[];
  env: Record<string, string>;
}

/** Simulates a machine in a temporary folder, with a user for the service. */
class Machine {
  readonly folder = mkdtempSync(join(tmpdir(), "zonetag-production-"));
  #child: ChildProcess | undefined;
  origin = "";

  constructor() {
    chmodSync(this.folder, 0o755);
    for (const path of ["etc/systemd/system", "var/lib", "usr"])
      mkdirSync(join(this.folder, path), { recursive: true, mode: 0o755 });
  }

  get path(): string {
    return [`${this.folder}/usr/bin`, dirname(process.execPath), "/usr/sbin", "/usr/bin", "/bin"].join(":");
  }

  /** Moves the paths in a text below the folder, and replaces the user name by the test's user. */
  place(text: string): string {
    return text
      .replace(/(?<![\w.$}/])\/(etc|var\/lib|data|backups|app|usr\/local)\b/g, `${this.folder}/$1`)
      .replace(
        /(?<=useradd .*|-[ogu] |^User=|chown -R |root:)(zonetag:|node:|)(zonetag|node)\b/gm,
        (_all, group) => (group ? `${USER}:${USER}` : USER),
      );
  }

  /** Returns arguments that run a command as the service's user, with write access only to the `writable` folders. */
  confine(command: string, { umask, writable, env }: Confinement): string[] {
    const bind = (path: string) => `mount --bind "${path}" "${path}"`;
    const lines = [
      ...[this.folder, ...writable].map(bind),
      `mount -o remount,bind,ro "${this.folder}"`,
      "mount -o remount,bind,ro /",
      `if touch "${this.folder}/etc/probe" 2> /dev/null; then exit 9; fi`,
      `cd "${env.PWD ?? "/"}"`,
      `exec setpriv --reuid ${USER} --regid ${USER} --clear-groups --no-new-privs --bounding-set=-all \\
        sh -c 'umask ${umask}; exec ${command}'`,
    ];
    const variables = Object.entries({ PATH: this.path, ...env }).map(([name, value]) => `${name}=${value}`);
    return ["env", "-i", ...variables, "unshare", "--mount", "sh", "-ec", lines.join("\n")];
  }

  async start(args: string[]): Promise<void> {
    const [program = "", ...rest] = args;
    const child = endWithTests(spawn(program, rest, { stdio: ["ignore", "pipe", "ignore"] }));
    this.#child = child;
    const lines = createInterface(child.stdout);
    const [line] = await Promise.race([once(lines, "line"), once(child, "exit")]);
    expect(String(line)).toMatch(/listening on/);
    this.origin =
      String(line)
        .split(" ")
        .pop()
        ?.replace(/0\.0\.0\.0|\[::\]/, "127.0.0.1") ?? "";
  }

  async stop(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
  }

  async remove(): Promise<void> {
    await this.stop();
    spawnSync("userdel", [USER]);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Runs the guide's commands for systemd. */
class Host {
  readonly machine: Machine;
  readonly #unit: string;
  /** State of the shell that runs the commands. It starts with the strictest umask that root may have. */
  #umask = "077";
  #folder = ROOT;
  /** Package that `npm install` installs. */
  published: Packed | undefined = packed[0];

  constructor(machine: Machine) {
    this.machine = machine;
    this.#unit = machine.place(read("deploy/systemd/zonetag.service"));
  }

  async runAll(commands: readonly string[]): Promise<string> {
    let printed = "";
    for (const command of commands) printed += await this.run(command);
    return printed;
  }

  /** Runs a command of the guide and returns what it prints. */
  async run(command: string): Promise<string> {
    const [, action, unit] = /^systemctl (\w+)(?: --now)?(?: (\S+))?/.exec(command) ?? [];
    if (unit === "zonetag-backup.timer") return this.#runBackup();
    if (action && unit !== "zonetag") return "";
    if (action) await this.machine.stop();
    if (action === "enable" || action === "start" || action === "restart") await this.#start();
    if (action) return "";
    const [, mask] = /^umask (\d+)$/.exec(command) ?? [];
    if (mask) this.#umask = mask;
    const typed = command.startsWith("cd ") ? `${command} && pwd` : this.machine.place(command);
    const isInstall = command.startsWith("npm install");
    const text = isInstall ? typed.replace(/\.\/zonetag-service\S*/, String(this.published?.tarball)) : typed;
    const printed = execFileSync("sh", ["-c", `umask ${this.#umask}; ${text}`], {
      cwd: this.#folder,
      encoding: "utf8",
      env: {
        ...process.env,
        PATH: this.machine.path,
        npm_config_prefix: join(this.machine.folder, "usr"),
        npm_config_prefer_offline: "true",
        npm_config_update_notifier: "false",
        ZONETAG_PORT: "0",
      },
    });
    if (command.startsWith("cd ")) this.#folder = printed.trim();
    // The upgrade replaces the folder that the shell is in.
    if (isInstall && !existsSync(this.#folder)) this.#folder = ROOT;
    return printed;
  }

  /** Runs the commands of the unit that the timer starts. */
  #runBackup(): string {
    const { folder, path } = this.machine;
    const unit = readFileSync(join(folder, "etc/systemd/system/zonetag-backup.service"), "utf8");
    const commands = [...unit.matchAll(/^ExecStart(?:Post)?=(.*)$/gm)].map(([, text = ""]) =>
      this.machine.place(text).replaceAll("%%", "%"),
    );
    const shell = ["env", `PATH=${path}`, "sh", "-ec", commands.join("\n")];
    return execFileSync("runuser", ["-u", USER, "--", ...shell], { encoding: "utf8", cwd: "/" });
  }

  #start(): Promise<void> {
    const { machine } = this;
    const setting = (name: string) => new RegExp(`^${name}=(.*)$`, "m").exec(this.#unit)?.[1] ?? "";
    expect([setting("ProtectSystem"), setting("User")]).toEqual(["strict", USER]);
    const writable = setting("StateDirectory")
      .split(" ")
      .map((name) => join(machine.folder, "var/lib", name));
    const env = { ZONETAG_PORT: "0" };
    return machine.start(machine.confine(setting("ExecStart"), { umask: setting("UMask"), writable, env }));
  }
}

test(
  "the production guide's systemd commands deliver ads and keep an edit across restart, restore and upgrade",
  async (context) => {
    const obstacle = findObstacle();
    context.skip(obstacle !== undefined, obstacle ?? "");
    const machine = new Machine();
    onTestFinished(() => machine.remove());
    const host = new Host(machine);
    await host.runAll(readCommands("Install"));
    const printed = await host.runAll(readCommands("With systemd"));
    expect(printed).toMatch(/^ok +Data: .* alone\.$/m);
    const networkPassword = readPassword(printed);

    // Request ads for the zones of the page that `init` wrote.
    const zones = readZones(join(machine.folder, "etc/zonetag/page.html"));
    await expectAds(machine, zones);

    // Neither the service nor its user can change the settings.
    const settings = join(machine.folder, "etc/zonetag/service.jsonc");
    expect(spawnSync("runuser", ["-u", USER, "--", "test", "-w", settings]).status).toBe(1);

    const change = { name: "Renamed by the dashboard" };
    const changed = await send(
      machine,
      "PATCH",
      "/v2/campaigns/1",
      change,
      await signIn(machine, networkPassword),
    );
    expect(changed.status).toBe(200);
    const expectEdit = async () => {
      const token = await signIn(machine, networkPassword);
      const response = await send(machine, "GET", "/v2/campaigns/1", undefined, token);
      expect(await response.json()).toMatchObject({ result: change });
      await expectAds(machine, zones);
    };
    await host.run("systemctl restart zonetag");
    await expectEdit();

    await host.runAll(readCommands("Back up"));
    await expectEdit();
    // The guide's own backup, and that of the timer.
    expect(readdirSync(join(machine.folder, "var/lib/zonetag-backups"))).toHaveLength(2);

    const isOffline = (command: string) => !/^(apt-get|curl|certbot|nginx|echo "deb) ?/.test(command);
    await host.runAll(readCommands("nginx on Debian").filter(isOffline));
    await host.runAll(readCommands("Caddy on Debian").filter(isOffline));
    const drop = join(machine.folder, "etc/systemd/system/caddy.service.d/zonetag.conf");
    expect(readFileSync(drop, "utf8")).toBe("[Service]\nEnvironment=ADS_HOST=ads.example\n");

    await host.runAll(readCommands("Without containers", read("docs/scaling.md")));
    await expectEdit();
    const password = join(machine.folder, "etc/zonetag/redis-password");
    const canRead = (user: string) => spawnSync("runuser", ["-u", user, "--", "cat", password]).status === 0;
    expect([canRead(USER), canRead("nobody")]).toEqual([true, false]);

    host.published = packed[1];
    await host.runAll(readCommands("Upgrade"));
    expect(await host.run("zonetag-service --version")).toBe("99.0.0\n");
    await expectEdit();
  },
  15 * MINUTES,
);

/** Runs the guide's commands for Docker without Docker, as Dockerfile and compose.yaml define them. */
class Container {
  readonly machine: Machine;
  readonly #image: string;

  constructor(machine: Machine) {
    this.machine = machine;
    const stages = read("deploy/Dockerfile")
      .replaceAll("\\\n", "")
      .split(/^FROM .*$/m);
    this.#image = machine.place(stages.pop() ?? "");
  }

  #list(instruction: string): string[] {
    return [...this.#image.matchAll(new RegExp(`^${instruction} (.*)$`, "gm"))].map(([, text = ""]) => text);
  }

  /** Follows the steps of the image's build, with the `node_modules` of an installed package. */
  build(installed: string): void {
    const app = join(this.machine.folder, "app");
    mkdirSync(join(this.machine.folder, "usr/local/bin"), { recursive: true });
    for (const copied of this.#list("COPY").map((text) => text.split(" "))) {
      const [name = "", target = ""] = copied.filter((part) => !part.startsWith("--")).slice(-2);
      cpSync(
        join(installed, name.replace(/^\/package\//, "")),
        join(app, target.replace("./", basename(name))),
        {
          recursive: true,
        },
      );
    }
    for (const command of this.#list("RUN"))
      execFileSync("sh", ["-ec", `umask 022; ${command}`], { cwd: app });
  }

  /** Runs a command of the guide and returns what it prints. */
  async run(command: string): Promise<string> {
    const [, action, rest = ""] = /^docker compose -f deploy\/compose\.yaml (\w+) (.*)$/.exec(command) ?? [];
    if (action === "run") {
      const [program = "", ...args] = this.#confine(rest.replace("--rm ads ", ""));
      return execFileSync(program, args, { encoding: "utf8" });
    }
    if (action === "up") await this.machine.start(this.#confine(""));
    return "";
  }

  #confine(args: string): string[] {
    const { ads } = parse(read("deploy/compose.yaml")).services;
    expect([ads.read_only, ads.cap_drop, this.#list("USER")]).toEqual([true, ["ALL"], ["node"]]);
    const variables = this.#list("ENV").flatMap((text) => text.trim().split(/\s+/));
    const env = {
      ...Object.fromEntries(variables.map((pair) => pair.split("=") as [string, string])),
      ...ads.environment,
      ZONETAG_ORIGIN: "https://ads.example",
      ZONETAG_PORT: "0",
      PWD: join(this.machine.folder, "app"),
    };
    const writable = ads.volumes.map((volume: string) => this.machine.place(volume.split(":")[1] ?? ""));
    const [entry = "[]"] = this.#list("ENTRYPOINT");
    const command = `${JSON.parse(entry).join(" ")} ${args}`;
    return this.machine.confine(command, { umask: "022", writable, env });
  }
}

test(
  "with the image's layout, the guide's Docker commands deliver ads before and after a restart",
  async (context) => {
    const obstacle = findObstacle();
    context.skip(obstacle !== undefined, obstacle ?? "");
    const machine = new Machine();
    onTestFinished(() => machine.remove());
    execFileSync("useradd", ["--system", "--user-group", USER]);
    const host = new Host(machine);
    for (const command of readCommands("Install")) await host.run(command);
    const container = new Container(machine);
    container.build(join(machine.folder, "usr/lib/node_modules/zonetag-service"));
    let printed = "";
    for (const command of readCommands("With Docker")) printed += await container.run(command);
    const zones = readZones(join(machine.folder, "etc/zonetag/page.html"));
    await expectAds(machine, zones);
    expect(await signIn(machine, readPassword(printed))).toBeTruthy();
    expect(await container.run("docker compose -f deploy/compose.yaml run --rm ads doctor")).toMatch(
      /^ok +Data: .* alone\.$/m,
    );
    await machine.stop();
    await container.run("docker compose -f deploy/compose.yaml up -d");
    await expectAds(machine, zones);
  },
  15 * MINUTES,
);

function readPassword(printed: string): string {
  return /^ {2}network +(\S+)$/m.exec(printed)?.[1] ?? "";
}

function readZones(page: string): { id: number }[] {
  const markup = readFileSync(page, "utf8");
  return [...markup.matchAll(/data-zone-id="(\d+)"/g)].map(([, id]) => ({ id: Number(id) }));
}

async function signIn(machine: Machine, password: string): Promise<string> {
  const response = await send(machine, "POST", "/v2/login", { username: "network", password });
  return ((await response.json()) as { token: string }).token;
}

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

/** Expects a banner for each zone, whose image and impression URLs return 200. */
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
