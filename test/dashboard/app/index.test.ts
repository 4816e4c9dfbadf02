import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("browsers do not translate the dashboard: its figures would stay those of the first view", () => {
  const page = readFileSync("src/dashboard/app/index.html", "utf8");
  expect(page).toMatch(/<html [^>]*translate="no"/);
});
