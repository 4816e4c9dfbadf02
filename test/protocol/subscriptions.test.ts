import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { MAIL_FREQUENCIES, MAIL_STOPS } from "../../src/protocol/subscriptions.ts";

test("the guide names when mails come, and why none is sent", () => {
  const guide = readFileSync(resolve(import.meta.dirname, "../../docs/management.md"), "utf8");
  const missing = [...MAIL_FREQUENCIES, ...MAIL_STOPS].filter((name) => !guide.includes(`\`${name}\``));
  expect(missing).toEqual([]);
});
