/** Size budgets of the dashboard's parts, and preloading of its first scripts. */
import { readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { expect, test } from "vitest";
import { bundle } from "../../scripts/build.ts";
import { countBrotli, DASHBOARD_PARTS, listFirstScripts, listOnDemand } from "../../scripts/sizes.ts";
import { useFolder } from "../support/folder.ts";

const outdir = useFolder();
const { outputs } = await bundle("dashboard/dashboard.js", outdir);
const first = listFirstScripts(outputs);

const measure = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + countBrotli(join(outdir, relative("dist", file))), 0);

test("every file loaded on demand has a budget, except small shared ones", () => {
  const later = Object.keys(outputs).filter((file) => file.endsWith(".js") && !first.includes(file));
  const limited = Object.values(DASHBOARD_PARTS).flatMap((part) => listOnDemand(outputs, part));
  expect(measure(later.filter((file) => !limited.includes(file)))).toBeLessThan(2_300);
});

test("index.html references every script of the first load", () => {
  const page = readFileSync(join(outdir, "dashboard/index.html"), "utf8");
  for (const file of first) expect(page).toContain(`"${basename(file)}"`);
});
