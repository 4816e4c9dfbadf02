/** The subcommands of the built service that are not the service itself. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endWithTests } from "../../e2e/support/children.ts";
import { loadCatalogue } from "../../src/service/catalogue/catalogue.ts";
import { verifyPassword } from "../../src/service/signing/passwords.ts";
import { openStore } from "../../src/service/store/duckdb.ts";
import { PROGRAM, runProgram } from "./support/program.ts";

const HASH = /^scrypt:[\w-]{22}:[\w-]{43}$/m;

function collect(stream: NodeJS.ReadableStream): () => string {
  let text = "";
  stream.on("data", (chunk) => {
    text += chunk;
  });
  return () => text;
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "zonetag-commands-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("check says nothing against a good catalogue", async () => {
  const { code, out } = await runProgram(["check", "demo/catalogue.json"]);
  expect([code, out]).toEqual([0, "demo/catalogue.json: no problems\n"]);
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
  const { code, out } = await runProgram(["check", file, "demo/catalogue.json"]);
  expect(code).toBe(1);
  expect(out.split("\n").slice(0, -1)).toEqual([
    expect.stringMatching(/bad\.jsonc:2:40: accounts\[0\]\.role: expected .*"boss"/),
    `${file}:6:5: zones[0].site: this field is missing`,
    "demo/catalogue.json: no problems",
  ]);
});

test("check says where a file is not JSON", async () => {
  const file = join(folder, "broken.json");
  await writeFile(file, '{\n  "accounts": [}\n}');
  const { code, out } = await runProgram(["check", file]);
  expect([code, out]).toEqual([1, `${file}:2:16: This is not JSON. Unexpected token RBrace found.\n`]);
});

test("init writes a catalogue that can be used, and overwrites nothing", async () => {
  const ads = join(folder, "ads");
  const first = await runProgram(["init", ads]);
  expect(first.code).toBe(0);
  expect((await readdir(ads)).sort()).toEqual([
    "catalogue.jsonc",
    "catalogue.schema.json",
    "creatives",
    "page.html",
  ]);
  const { data } = await loadCatalogue(join(ads, "catalogue.jsonc"));
  expect([data.sites.length, data.zones.length, data.campaigns.length]).toEqual([1, 2, 1]);
  for (const { image } of data.campaigns[0]?.variations ?? [])
    expect(await readdir(join(ads, "creatives"))).toContain(image.replace("/creatives/", ""));
  const [, password = ""] = /password of both is (\S+)/.exec(first.out) ?? [];
  expect(await verifyPassword(password, data.accounts[0]?.password)).toBe(true);

  const second = await runProgram(["init", ads]);
  expect(second).toMatchObject({
    code: 1,
    error: `ad service: ${join(ads, "catalogue.jsonc")} exists. Nothing was written.\n`,
  });
});

test("make-token prints a token and its digest", async () => {
  const { out } = await runProgram(["make-token"]);
  expect(out).toMatch(/^token: {5}[\w-]{32}\ncatalogue: sha256:[0-9a-f]{64}\n$/);
});

test("hash-password hashes a password from a pipe, without the end of its line", async () => {
  const { out } = await runProgram(["hash-password"], "secret\n");
  expect(await verifyPassword("secret", out.trim())).toBe(true);
});

test.each(["", "\n"])("hash-password refuses the empty password %j", async (input) => {
  const { code, out, error } = await runProgram(["hash-password"], input);
  expect([code, out]).toEqual([1, ""]);
  expect(error).toBe("ad service: The password is empty. Nothing was hashed.\n");
});

test("hash-password asks on a terminal and does not echo what is typed", async () => {
  // `script` runs a command on a terminal of its own; everything that the terminal shows arrives here.
  const child = endWithTests(
    spawn("script", ["-qec", `${process.execPath} ${PROGRAM} hash-password`, "/dev/null"]),
  );
  const shown = collect(child.stdout);
  await expect.poll(shown, { timeout: 30_000 }).toContain("Password: ");
  child.stdin.write("open sesame\r");
  const [code] = await once(child, "close");
  expect(code).toBe(0);
  expect(shown()).not.toContain("sesame");
  const [hash = ""] = HASH.exec(shown().replaceAll("\r", "")) ?? [];
  expect(await verifyPassword("open sesame", hash)).toBe(true);
});

test("check names a file that cannot be read, and goes on to the next", async () => {
  const { code, out } = await runProgram(["check", join(folder, "none.json"), folder, "demo/catalogue.json"]);
  expect([code, out.split("\n")]).toEqual([
    1,
    [
      `${join(folder, "none.json")}: There is no such file.`,
      `${folder}: It is a folder, not a file.`,
      "demo/catalogue.json: no problems",
      "",
    ],
  ]);
});

const ON_DATA = ["imports", "imports remove november", "delivered", "repair", "backup copy"];

test.each([...ON_DATA, "import facts.csv"])("%s says that a file is no data folder", async (command) => {
  const { code, error } = await runProgram([...command.split(" "), "--data", PROGRAM]);
  expect([code, error]).toEqual([1, `ad service: ${PROGRAM} is a file, not a data folder.\n`]);
});

test("a backup is neither made in place of a file nor read from one", async () => {
  const [data, file] = [join(folder, "data"), join(folder, "file")];
  await writeFile(file, "");
  const reason = `ad service: ${file} is a file. Name a folder that is empty, or does not exist.\n`;
  await (await openStore({ folder: data })).close();
  expect(await runProgram(["backup", file, "--data", data])).toMatchObject({ code: 1, error: reason });
  await runProgram(["backup", join(folder, "copy"), "--data", data]);
  const restored = await runProgram(["restore", join(folder, "copy"), "--data", file]);
  expect(restored).toMatchObject({ code: 1, error: reason });
});

test("an empty name is no data folder, and nothing is written to the current one", async () => {
  await expect(openStore({ folder: "" })).rejects.toThrow("The name of the data folder is empty.");
});

test.each(ON_DATA)("%s makes no data folder where its name is mistyped", async (command) => {
  const data = join(folder, "mistyped");
  const { code, error } = await runProgram([...command.split(" "), "--data", data]);
  expect([code, error]).toEqual([
    1,
    expect.stringMatching(/^ad service: There (is|are) no (data folder|events)/),
  ]);
  expect(await readdir(folder)).not.toContain("mistyped");
});
