// @programs Starts a process for each command.
/** Commands that apply, export and edit the live catalogue, with and without a running service. */
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startService } from "../../e2e/support/service.ts";
import { hashToken } from "../../src/service/signing/passwords.ts";
import { useFolder } from "../support/folder.ts";
import { aCampaign, aCatalogueObject } from "./support/catalogue.ts";
import { runProgram } from "./support/program.ts";

const TOKEN = hashToken("token");
const FILE = {
  ...(aCatalogueObject({ campaigns: [aCampaign({ id: 1 })] }) as object),
  accounts: [
    { id: 1, name: "Publisher", role: "publisher", apiTokens: [TOKEN] },
    { id: 2, name: "Advertiser", role: "advertiser" },
  ],
};

const folder = useFolder();

async function write(name: string, value: unknown): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, typeof value === "string" ? value : JSON.stringify(value));
  return file;
}

test("a catalogue file can be applied before and while the service runs, and exported again", async () => {
  const data = join(folder, "data");
  const file = await write("catalogue.jsonc", `// Ours.\n${JSON.stringify(FILE)}`);
  const applied = await runProgram(["catalogue", "apply", file, "--data", data]);
  expect([applied.code, applied.error]).toEqual([0, ""]);
  expect(applied.out).toContain('add campaigns 1 "Campaign 1"\n');

  const service = await startService({ catalogue: FILE, data });
  const body = JSON.stringify({ user: {}, zones: [{ id: 1 }] });
  const place = async () => {
    const init = { method: "POST", body, headers: { origin: "https://site.example" } };
    return (await (await fetch(service.endpoint, init)).json()).zones[0]?.data?.image;
  };
  expect(await place()).toBe("https://cdn.example/1.png");
  const next = await write("next.json", { ...FILE, campaigns: [aCampaign({ id: 2 })] });
  const dry = await runProgram(["catalogue", "apply", next, "--data", data, "--dry-run"]);
  const lines = 'archive campaigns 1 "Campaign 1"\nadd campaigns 2 "Campaign 2"\n';
  expect(dry.out).toBe(`${lines}nothing was changed: this was a dry run\n`);
  expect(await place()).toBe("https://cdn.example/1.png");
  expect((await runProgram(["catalogue", "apply", next, "--data", data])).out).toBe(lines);
  expect(await place()).toBe("https://cdn.example/2.png");
  expect((await runProgram(["catalogue", "apply", next, "--data", data])).out).toBe("nothing changes\n");

  const wrong = await write("wrong.json", {
    ...FILE,
    zones: [{ id: 1, site: 99, name: "Zone", size: "1x1" }],
  });
  const refused = await runProgram(["catalogue", "apply", wrong, "--data", data]);
  const problem = `ad service: ${wrong}: zones[0].site: no site has the id 99\n`;
  expect([refused.code, refused.out, refused.error]).toEqual([1, "", problem]);

  const exported = join(folder, "exported.json");
  await runProgram(["catalogue", "export", exported, "--data", data]);
  expect((await stat(exported)).mode & 0o777).toBe(0o600);
  const { out } = await runProgram(["catalogue", "export", "--data", data]);
  await service.stop();
  expect(await readFile(exported, "utf8")).toBe(out);
  expect(JSON.parse(out).campaigns).toMatchObject([{ id: 1, deleted: true }, { id: 2 }]);
  expect(out).not.toContain("sha256");
  // Applying the export gives the same catalogue.
  expect((await runProgram(["catalogue", "apply", exported, "--data", data])).out).toBe("nothing changes\n");
});

test("catalogue edit reopens the editor with the problems of an invalid text", async () => {
  const data = join(folder, "edited");
  await runProgram(["catalogue", "apply", await write("edited.json", FILE), "--data", data]);
  // Breaks the JSON first, then makes the name empty, then corrects it. Saves each text that it is opened with.
  const script = await write(
    "editor.sh",
    `count=$(ls ${folder}/shown-* 2>/dev/null | wc -l); cp "$1" ${folder}/shown-$count
    case $count in
      0) sed -i 's/"name": "Campaign 1"/"name": /' "$1" ;;
      1) sed -i 's/"name": ,/"name": "",/' "$1" ;;
      2) sed -i 's/"name": ""/"name": "Edited"/' "$1" ;;
    esac`,
  );
  const env = { EDITOR: `sh ${script}` };
  const edited = await runProgram(["catalogue", "edit", "--data", data], "", env);
  expect([edited.code, edited.out, edited.error]).toEqual([0, 'change campaigns 1 "Edited": name\n', ""]);
  const shown = (at: number) => readFile(join(folder, `shown-${at}`), "utf8");
  expect(await shown(1)).toMatch(/^\/\/! Line \d+, column \d+: This is not JSON\./);
  expect(await shown(2)).toMatch(/^\/\/! campaigns\[0\]\.name: expected at least one character\n\{/);
  const unchanged = await runProgram(["catalogue", "edit", "--data", data], "", env);
  expect([unchanged.code, unchanged.out]).toEqual([0, "nothing changes\n"]);
});

test("--catalogue with a data folder that has a live catalogue is refused with instructions", async () => {
  const data = join(folder, "owned");
  const file = await write("owned.json", FILE);
  await runProgram(["catalogue", "apply", file, "--data", data]);
  const { code, error } = await runProgram(["--catalogue", file, "--data", data, "--port", "0"]);
  expect(error).toBe(
    `ad service: ${data} has a live catalogue, which cannot be used together with --catalogue. To use the file from now on, run: zonetag-service catalogue export FILE --data ${data}; then remove ${join(data, "catalogue")}.\n`,
  );
  expect(code).toBe(1);
});

test("exporting without a live catalogue and applying malformed JSON are refused", async () => {
  const none = await runProgram(["catalogue", "export", "--data", folder]);
  expect([none.code, none.error]).toEqual([1, `ad service: There is no live catalogue in ${folder}.\n`]);
  const file = await write("broken.json", "{\n  broken");
  const broken = await runProgram(["catalogue", "apply", file, "--data", join(folder, "unused")]);
  expect([broken.code, broken.error]).toEqual([1, expect.stringContaining(`${file}:2:3: This is not JSON.`)]);
});

test("a refused catalogue or a dry run does not create a live catalogue", async () => {
  const data = join(folder, "untouched");
  const wrong = await write("untouched-wrong.json", { ...FILE, sites: [] });
  const right = await write("untouched.json", FILE);
  const codes = [];
  for (const args of [[wrong], [right, "--dry-run"]])
    codes.push((await runProgram(["catalogue", "apply", ...args, "--data", data])).code);
  expect(codes).toEqual([1, 0]);
  const exported = await runProgram(["catalogue", "export", "--data", data]);
  expect(exported.error).toBe(`ad service: There is no live catalogue in ${data}.\n`);
});
