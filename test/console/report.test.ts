import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { anonymize, composeCurl, formatJson, withoutQueries } from "../../src/console/report.ts";

test("a request's text for the report has nothing personal", () => {
  const consent = "CPconsentstring";
  const user = { id: "u-1", ip: "192.0.2.1", el: "bWFpbA==", buyeruids: "W10=", gdpr: { gdpr: 1, consent } };
  const text = anonymize(
    JSON.stringify({
      user: { ...user, ua: "Mozilla", referer: "https://a.test/b" },
      zones: [{ id: 7 }],
    }),
  );
  for (const secret of ["u-1", "192.0.2.1", "bWFpbA==", "W10=", consent]) expect(text).not.toContain(secret);
  for (const kept of ["Mozilla", "https://a.test/b", `"gdpr": 1`, `"id": 7`]) expect(text).toContain(kept);
});

test("addresses lose their queries and fragments, whatever surrounds them", () => {
  expect(
    withoutQueries(`{"a":"https://a.test/b?mail=x#y","b":1} on http://c.test#z (d?) https://e.test/f.`),
  ).toBe(`{"a":"https://a.test/b","b":1} on http://c.test (d?) https://e.test/f.`);
});

test("text other than JSON is left out of the report", () => {
  expect(anonymize("Hello Ada")).not.toContain("Ada");
  expect(formatJson("Hello Ada")).toBe("Hello Ada");
});

test("a shell reads the curl command as the request that was sent", () => {
  const body = `{"keywords":"it's $HOME \`x\` \\"quoted\\""}`;
  const line = composeCurl("https://ads.test/v1?a=1&b=2", body, "https://site.test");
  const words = execFileSync("/bin/sh", ["-c", line.replace(/^curl/, "printf '%s\\n'")], {
    encoding: "utf8",
  });
  expect(words.trimEnd().split("\n")).toEqual([
    "https://ads.test/v1?a=1&b=2",
    ...["-H", "Content-Type: text/plain", "-H", "Origin: https://site.test", "--data-raw", body],
  ]);
});
