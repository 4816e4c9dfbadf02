import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("the dashboard opts out of browser translation, which would freeze its figures", () => {
  const page = readFileSync("src/dashboard/app/index.html", "utf8");
  expect(page).toMatch(/<html [^>]*translate="no"/);
});
