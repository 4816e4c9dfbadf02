// @programs Starts a process for each command.
/** Subcommands of the built program. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdir, readdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { endWithTests } from "../../e2e/support/children.ts";
import { parseCatalogue } from "../../src/service/catalogue/catalogue.ts";
import { parseJsonText } from "../../src/service/catalogue/jsonText.ts";
import { replay } from "../../src/service/catalogue/logFiles.ts";
import { STARTER_USERS } from "../../src/service/commands/starterCatalogue.ts";
import { findUserName } from "../../src/service/doctor/users.ts";
import { openStore } from "../../src/service/duckdb/duckdbStore.ts";
import { locatePeople } from "../../src/service/people/livePeople.ts";
import { verifyPassword } from "../../src/service/signing/passwords.ts";
import { useFolder } from "../support/folder.ts";
import type { Json } from "./statisticsRoutes/support.ts";
import { PROGRAM, runProgram } from "./support/program.ts";

/** Ids of unused system users. */
const [OWNER, STRANGER] = [65_533, 65_534];
const HASH = /^scrypt:15,8,3:[\w-]{22}:[\w-]{43}$/m;

function collect(stream: NodeJS.ReadableStream): () => string {
  let text = "";
  stream.on("data", (chunk) => {
    text += chunk;
  });
  return () => text;
}

const folder = useFolder();

test("check reports no problem in a valid catalogue", async () => {
  const { code, out } = await runProgram(["catalogue", "check", "demo/catalogue.json"]);
  expect([code, out]).toEqual([0, "demo/catalogue.json: no problems\n"]);
});

test("check of a folder whose events were moved to ClickHouse creates no database there", async () => {
  const data = join(folder, "moved");
  await (await openStore({ folder: data })).close();
  await rename(join(data, "events.duckdb"), join(data, "events.duckdb.moved"));
  const args = ["catalogue", "check", "demo/catalogue.json", "--data", data];
  expect(await runProgram(args)).toMatchObject({ code: 0, out: "demo/catalogue.json: no problems\n" });
  expect(await readdir(data)).not.toContain("events.duckdb");
});

test.each<[string, (catalogue: Json) => void, RegExp]>([
  [
    "a campaign that no zone can show",
    ({ campaigns: [campaign] }) => {
      campaign.targeting = { zones: [] };
      for (const variation of campaign.variations) variation.size = "1x1";
    },
    /:1:\d+: campaigns\[0\]: warning: no zone can show it; see its sizes.+\n.*no problems\n$/,
  ],
  [
    "campaigns whose zones belong to a suspended account",
    ({ accounts }) => {
      for (const account of accounts) if (account.role === "publisher") account.suspended = true;
    },
    /:1:\d+: campaigns\[0\]: warning: no zone can show it; the accounts of all zones that fit are suspended\n/,
  ],
  [
    "a flight that begins or ends before 2000",
    ({ campaigns }) => {
      campaigns[0].to = "0026-12-31";
    },
    /:1:\d+: campaigns\[0\]\.to: warning: 0026-12-31 is before 2000-01-01\n.*no problems\n$/,
  ],
  [
    "an unknown macro",
    ({ campaigns: [campaign] }) => {
      campaign.variations[0].url = "https://shop.example/?{foo}";
    },
    /:1:\d+: campaigns\[0\]\.variations\[0\]\.url: warning: "\{foo\}" is not a macro\..+; it is not filled\n.*no problems\n$/,
  ],
  [
    "a landing page that is too long with its macros",
    ({ campaigns: [campaign] }) => {
      campaign.variations[0].url = `https://shop.example/${"a".repeat(1900)}?{click_id}`;
    },
    /url: warning: expected at most 2048 characters .+; in a longer one, \{click_id\} is empty\n.*no problems\n$/,
  ],
])("check warns of %s, and succeeds", async (_what, change, warning) => {
  const catalogue = JSON.parse(await readFile("demo/catalogue.json", "utf8"));
  change(catalogue);
  const file = join(folder, "warned.json");
  await writeFile(file, JSON.stringify(catalogue));
  const { code, out } = await runProgram(["catalogue", "check", file]);
  expect([code, out]).toEqual([0, expect.stringMatching(warning)]);
});

test("check names file, line, column and path of each problem", async () => {
  const file = join(folder, "bad.jsonc");
  await writeFile(
    file,
    `{
  "accounts": [{ "id": 1, "name": "A", "role": "boss" }],
  "sites": [],
  "zones": [
    // of no site
    { "id": 101, "name": "Z", "size": "300x250" }
  ],
  "campaigns": []
}`,
  );
  const { code, out } = await runProgram(["catalogue", "check", file, "demo/catalogue.json"]);
  expect(code).toBe(1);
  expect(out.split("\n").slice(0, -1)).toEqual([
    `${file}:2:40: accounts[0].role: expected one of: advertiser, publisher, network`,
    `${file}:6:5: zones[0].site: this field is missing`,
    "demo/catalogue.json: no problems",
  ]);
});

/** Runs a command as a user that owns no file here. */
async function runAsStranger(...args: string[]): Promise<{ code: unknown; error: string }> {
  const child = spawn(process.execPath, [PROGRAM, ...args], { uid: STRANGER, gid: STRANGER });
  const error = collect(child.stderr);
  const [code] = await once(endWithTests(child), "close");
  return { code, error: error() };
}

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

test("init creates settings, a page, accounts and a catalogue, and refuses to overwrite them", async () => {
  const ads = join(folder, "ads");
  // npx sets the variable, and starts these tests.
  const first = await runProgram(["init", ads], "", { npm_command: "" });
  expect([first.code, first.error]).toEqual([0, ""]);
  expect((await readdir(ads)).sort()).toEqual(["creatives", "data", "page.html", "service.jsonc"]);
  const exported = await runProgram(["catalogue", "export", "--data", join(ads, "data")]);
  const { data } = parseCatalogue(JSON.parse(exported.out));
  expect(data.accounts.map(({ role, network }) => [role, network])).toEqual([
    ["network", undefined],
    ["publisher", 1],
    ["advertiser", 1],
  ]);
  expect([data.sites.length, data.zones.length, data.campaigns[0]?.priority]).toEqual([1, 8, -1]);
  for (const { image } of data.campaigns[0]?.variations ?? [])
    expect(await readdir(join(ads, "creatives"))).toContain(image.replace("/creatives/", ""));
  const people = await replay(locatePeople(join(ads, "data")));
  expect(people.document.users?.map(({ username }) => username)).toEqual([...STARTER_USERS]);
  for (const { username, password } of people.document.users ?? []) {
    const [, printed = ""] = new RegExp(`^  ${username} +(\\S{16})$`, "m").exec(first.out) ?? [];
    expect(await verifyPassword(printed, String(password))).toBe(true);
  }
  expect(first.out).toContain(`node ${relative("", PROGRAM)} --config ${join(ads, "service.jsonc")}\n`);
  const zones = (await readFile(join(ads, "page.html"), "utf8")).matchAll(/data-zone-id="(\d+)"/g);
  const ids = data.zones.map(({ id }) => id);
  expect([...zones].map(([, id]) => Number(id)).every((id) => ids.includes(id))).toBe(true);

  const second = await runProgram(["init", ads]);
  expect(second).toMatchObject({
    code: 1,
    error: `ad service: ${join(ads, "service.jsonc")} already exists. Nothing was written.\n`,
  });
});

test("init makes settings and creatives world-readable and the data readable by its owner only", async () => {
  const ads = join(folder, "readable");
  // A caller's umask of 077 must not make the files unreadable.
  await promisify(execFile)("sh", ["-c", `umask 077; "${process.execPath}" "${PROGRAM}" init "${ads}"`]);
  const modes = ["", "service.jsonc", "page.html", "creatives", "creatives/hello-300x250.svg", "data"];
  expect(await Promise.all(modes.map((name) => modeOf(join(ads, name))))).toEqual([
    ...["755", "644", "644", "755", "644", "700"],
  ]);
  const files = await readdir(join(ads, "data"), { recursive: true, withFileTypes: true });
  const kept = files.filter((file) => file.isFile());
  expect(kept.length).toBeGreaterThan(0);
  for (const { parentPath, name } of kept) expect(await modeOf(join(parentPath, name))).toBe("600");
});

test("init uses the given folders and address", async () => {
  const [config, data] = [join(folder, "etc"), join(folder, "var")];
  const { code } = await runProgram([
    ...["init", "--config", config, "--data", data, "--origin", "https://ads.example"],
  ]);
  expect(code).toBe(0);
  const settings = parseJsonText(await readFile(join(config, "service.jsonc"), "utf8"));
  expect(settings).toEqual({
    data,
    creatives: "creatives",
    origin: "https://ads.example",
    "trusted-proxies": ["127.0.0.1", "::1"],
  });
  expect(await readFile(join(config, "page.html"), "utf8")).toContain('src="https://ads.example/zonetag.js"');
  const again = await runProgram(["init", "--config", join(folder, "etc2"), "--data", data]);
  expect(again).toMatchObject({
    code: 1,
    error: `ad service: ${data} already has a catalogue. Nothing was written.\n`,
  });
});

test("init refuses a data folder with ids of an earlier catalogue, since it would reuse them", async () => {
  const data = join(folder, "used");
  await mkdir(data);
  await writeFile(join(data, "ids.json"), '[{"id":"zones","highest":101}]\n');
  const { code, error } = await runProgram(["init", join(folder, "used-ads"), "--data", data]);
  expect([code, error]).toEqual([1, expect.stringContaining(`${data} has data of an earlier catalogue`)]);
  expect(await readdir(data)).toEqual(["ids.json"]);
});

test("init with an unusable data folder says what to do and writes nothing", async () => {
  const [file, config] = [join(folder, "a file"), join(folder, "beside")];
  await writeFile(file, "");
  const { code, error } = await runProgram(["init", config, "--data", join(file, "data")]);
  expect(error).toMatch(
    / is inside a file and .+ choose other folders with FOLDER, --config and --data\.\n$/,
  );
  expect(code).toBe(1);
  expect(await readdir(folder)).not.toContain("beside");
});

test("init in a folder that its user may not write names the user", async (context) => {
  context.skip(process.getuid?.() !== 0, "needs root");
  await chmod(folder, 0o755);
  const config = join(folder, "locked");
  await mkdir(config, { mode: 0o755 });
  const { code, error } = await runAsStranger("init", config);
  expect(code).toBe(1);
  expect(error).toContain(`may not be used by the user ${findUserName(STRANGER)}. Run the command as`);
});

test("check --data warns of a zone that belonged to another site so far", async () => {
  const config = join(folder, "checked");
  await runProgram(["init", config]);
  const data = join(config, "data");
  const { out: text } = await runProgram(["catalogue", "export", "--data", data]);
  const file = join(folder, "moved.json");
  const catalogue = JSON.parse(text);
  catalogue.sites.push({ ...catalogue.sites[0], id: 2 });
  catalogue.zones[0].site = 2;
  await writeFile(file, JSON.stringify(catalogue));
  const { code, out } = await runProgram(["catalogue", "check", file, "--data", data]);
  expect(code).toBe(0);
  expect(out).toMatch(
    /^.+:1:\d+: zones\[0\]\.site: warning: zone 101 belongs to site 1 so far\n.+no problems\n$/,
  );
});

test("a service started without init warns, and init fills its catalogue after it stops", async () => {
  const config = join(folder, "late");
  const data = join(config, "data");
  const child = endWithTests(
    spawn(process.execPath, [PROGRAM, "--data", data, "--port", "0"], { stdio: ["ignore", "pipe", "pipe"] }),
  );
  const [out, log] = [collect(child.stdout), collect(child.stderr)];
  await expect.poll(out).toContain("listening on");
  await expect.poll(log).toContain("There is no network account.");
  const ready = await fetch(`${/http:\S+/.exec(out())?.[0]}/readyz`);
  expect(await ready.json()).toMatchObject({ ready: true, warning: expect.stringContaining("setup-link") });
  expect((await runProgram(["init", config])).error).toContain("A service is running on");
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
  expect((await runProgram(["init", config])).code).toBe(0);
  const { out: exported } = await runProgram(["catalogue", "export", "--data", data]);
  expect(JSON.parse(exported).accounts).toHaveLength(3);
});

test("files that commands write as root belong to the owner of the data folder", async (context) => {
  context.skip(process.getuid?.() !== 0, "needs root");
  const config = join(folder, "owned");
  const data = join(config, "data");
  await mkdir(data, { recursive: true });
  await chmod(folder, 0o755);
  await chown(data, OWNER, OWNER);
  await chmod(data, 0o700);
  expect(await runProgram(["init", config])).toMatchObject({ code: 0, error: "" });
  const file = join(config, "catalogue.json");
  await writeFile(file, (await runProgram(["catalogue", "export", "--data", data])).out);
  expect(await runProgram(["catalogue", "apply", file, "--data", data])).toMatchObject({
    code: 0,
    error: "",
  });
  const backup = join(folder, "owned-backup");
  expect(await runProgram(["backup", backup, "--data", data])).toMatchObject({ code: 0, error: "" });
  const restored = join(folder, "owned-restored");
  await mkdir(restored);
  await chown(restored, OWNER, OWNER);
  expect(await runProgram(["restore", backup, "--data", restored])).toMatchObject({ code: 0, error: "" });
  const facts = join(folder, "owned.ndjson");
  await writeFile(facts, '{"time": "2026-11-01", "publisher_id": 2, "impressions": 1}\n');
  for (const [command, ...args] of [["import", facts], ["imports"], ["delivered"], ["repair"]])
    expect(await runProgram([command ?? "", ...args, "--data", data])).toMatchObject({ code: 0 });
  for (const owned of [data, restored])
    for (const name of await readdir(owned, { recursive: true }))
      expect([name, (await stat(join(owned, name))).uid]).toEqual([name, OWNER]);
}, 300_000);

test.for(["init", "import", "imports", "delivered", "repair"])(
  "%s on another user's data is refused with the command to use instead",
  async (command, context) => {
    context.skip(process.getuid?.() !== 0, "needs root");
    await chmod(folder, 0o755);
    const config = join(folder, `foreign-${command}`);
    const data = join(config, "data");
    await mkdir(data, { recursive: true });
    await chown(config, STRANGER, STRANGER);
    const files = command === "import" ? [join(config, "none.ndjson")] : [];
    const args = command === "init" ? ["init", config] : [command, ...files, "--data", data];
    const { code, error } = await runAsStranger(...args);
    expect(code).toBe(1);
    expect(error).toContain(`As root: runuser -u root -- zonetag-service ${args.join(" ")}\n`);
    expect(await readdir(config)).toEqual(["data"]);
  },
);

test("running the service as root on another user's data is refused with the command to use", async (context) => {
  context.skip(process.getuid?.() !== 0, "needs root");
  const data = join(folder, "served");
  await mkdir(data);
  await chown(data, STRANGER, STRANGER);
  const { code, error } = await runProgram(["--data", data, "--port", "0"]);
  const owner = findUserName(STRANGER);
  expect(error).toBe(
    `ad service: ${data} belongs to ${owner}, but the current user is root. As root: runuser -u ${owner} -- zonetag-service --data ${data} --port 0\n`,
  );
  expect(code).toBe(1);
  expect(await readdir(data)).toEqual([]);
  // The command that `init` suggests runs as the data's owner.
  const { out } = await runProgram(["init", join(folder, "my ads"), "--data", data], "", { npm_command: "" });
  const command = `runuser -u ${owner} -- node ${relative("", PROGRAM)}`;
  expect(out).toContain(`${command} --config '${folder}/my ads/service.jsonc'\n`);
});

test.each([
  ["check", "catalogue check"],
  ["export", "catalogue export"],
  ["publish", "catalogue apply"],
])("the former command %s is refused with its present name, %s", async (former, present) => {
  expect(await runProgram([former, "catalogue.json"])).toMatchObject({
    code: 1,
    error: `error: unknown command '${former}'; it is \`zonetag-service ${present}\` now.\n`,
  });
});

test("an unknown command is named, and a missing --data option is answered with a hint to init", async () => {
  const mistyped = await runProgram(["docter", "--data", folder]);
  expect(mistyped).toMatchObject({
    code: 1,
    error: "error: unknown command 'docter'. `zonetag-service --help` lists the commands.\n",
  });
  const bare = await runProgram([]);
  expect(bare.error).toMatch(
    /'--data <folder>' not specified\n+`zonetag-service init` creates data and settings/,
  );
  expect(bare.code).toBe(1);
  expect((await runProgram(["help", "init"])).code).toBe(0);
});

test("init in the Docker image suggests docker compose commands", async () => {
  const [config, data] = [join(folder, "image"), join(folder, "image-data")];
  const { out } = await runProgram(["init"], "", { ZONETAG_CONFIG_FOLDER: config, ZONETAG_DATA: data });
  expect(out).toContain("docker compose -f deploy/compose.yaml up -d\n");
  expect(out).toContain(`docker compose -f deploy/compose.yaml cp ads:${config}/page.html .\n`);
});

test("make-token prints a token and its digest", async () => {
  const { out } = await runProgram(["make-token"]);
  expect(out).toMatch(/^token: {5}[\w-]{32}\ncatalogue: sha256:[0-9a-f]{64}\n$/);
});

test("hash-password reads a password from a pipe and strips the trailing newline", async () => {
  const { out } = await runProgram(["hash-password"], "twelve chars\n");
  expect(await verifyPassword("twelve chars", out.trim())).toBe(true);
});

test.each(["", "\n", "eleven char\n"])("hash-password refuses the short password %j", async (input) => {
  const { code, out, error } = await runProgram(["hash-password"], input);
  expect([code, out]).toEqual([1, ""]);
  expect(error).toBe("ad service: Expected 12 to 1000 characters.\n");
});

test("hash-password prompts on a terminal without echoing the password", async () => {
  // `script` runs the command in a pseudo-terminal and prints everything that the terminal shows.
  const child = endWithTests(
    spawn("script", ["-qec", `${process.execPath} ${PROGRAM} hash-password`, "/dev/null"]),
  );
  const shown = collect(child.stdout);
  await expect.poll(shown, { timeout: 30_000 }).toContain("Password: ");
  child.stdin.write("open sesame!\r");
  const [code] = await once(child, "close");
  expect(code).toBe(0);
  expect(shown()).not.toContain("open sesame!");
  const [hash = ""] = HASH.exec(shown().replaceAll("\r", "")) ?? [];
  expect(await verifyPassword("open sesame!", hash)).toBe(true);
});

test("check reports unreadable files and continues with the next", async () => {
  const files = [join(folder, "none.json"), folder, "demo/catalogue.json"];
  const { code, out } = await runProgram(["catalogue", "check", ...files]);
  const reports = ["There is no such file.", "It is a folder, not a file.", "no problems"];
  expect([code, out]).toEqual([1, files.map((file, at) => `${file}: ${reports[at]}\n`).join("")]);
});

const ON_DATA = ["imports", "imports remove november", "delivered", "repair", "backup copy"];

test.each([...ON_DATA, "import facts.csv"])("%s refuses a file as data folder", async (command) => {
  const { code, error } = await runProgram([...command.split(" "), "--data", PROGRAM]);
  expect([code, error]).toEqual([1, `ad service: ${PROGRAM} is a file, not a data folder.\n`]);
});

test.each(ON_DATA)("%s does not create a missing data folder", async (command) => {
  const data = join(folder, "mistyped");
  const { code, error } = await runProgram([...command.split(" "), "--data", data]);
  expect(error).toMatch(/^ad service: There (is|are) no (data folder|events)/);
  expect(code).toBe(1);
  expect(await readdir(folder)).not.toContain("mistyped");
});
