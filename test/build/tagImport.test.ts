import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");

test("importing the tag without a DOM adds no globals", () => {
  const script = `
    const before = Object.getOwnPropertyNames(globalThis);
    const { createZonetag } = await import("./dist/zonetag.mjs");
    const added = Object.getOwnPropertyNames(globalThis).filter((name) => !before.includes(name));
    console.log(JSON.stringify([typeof createZonetag, added]));`;
  const printed = execFileSync(process.execPath, ["--input-type=module", "--eval", script], {
    cwd: ROOT,
    encoding: "utf8",
  });
  expect(JSON.parse(printed)).toEqual(["function", []]);
});
