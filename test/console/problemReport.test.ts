// @vitest-environment happy-dom
import { execFileSync } from "node:child_process";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Exchange } from "../../src/console/history.ts";
import {
  anonymize,
  composeCurl,
  composeReport,
  formatJson,
  withoutQueries,
} from "../../src/console/problemReport.ts";
import * as texts from "../../src/console/texts.ts";
import type { User } from "../../src/protocol/placement.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-02-03T04:05:06.007Z") });
  history.replaceState(null, "", "/sports/?mail=ada#top");
});

afterEach(() => {
  vi.useRealTimers();
});

/** Returns the report of a panel after requests by these users, without its heading. */
function report(markup: string, ...users: User[]): string {
  const panel = document.createElement("div").attachShadow({ mode: "open" });
  panel.innerHTML = markup;
  const text = composeReport(
    panel,
    users.map((user) => ({ request: { user, zones: [] } }) as unknown as Exchange),
  );
  const heading = `# ${texts.reportHeading} http://localhost:3000/sports/\n\n2026-02-03T04:05:06.007Z`;
  expect(text.startsWith(heading)).toBe(true);
  return text.slice(heading.length);
}

test.each([
  ["a verdict", "<h2>1 of 2 filled</h2>", "\n\n1 of 2 filled"],
  ["a part", "<details><summary>Zones <small>2</small></summary></details>", "\n\n## Zones 2"],
  ["a zone", "<h3><button>Zone 7</button></h3>", "\n\n### Zone 7"],
  ["a paragraph", "<p><b>What</b> to do</p>", "\n\nWhat to do"],
  ["a caption", "<figcaption>Sent</figcaption>", "\n\nSent"],
  ["a list", "<ul><li>first</li><li>second</li></ul>", "\n- first\n- second"],
  ["a measure", "<dl><dt>Tag</dt><dd>5 ms</dd></dl>", "\n- Tag: 5 ms"],
  ["other text", "<section>plain <span>text</span></section>", "plain text"],
  ["JSON", `<pre>{"a":1}</pre>`, `\n\n\`\`\`json\n{\n  "a": 1\n}\n\`\`\``],
  [
    "JSON about a person",
    `<pre>{"user":{"id":"u"}}</pre>`,
    `\n\n\`\`\`json\n{\n  "user": {\n    "id": "${texts.redacted}"\n  }\n}\n\`\`\``,
  ],
  ["a response that is no JSON", "<pre>Hello Ada</pre>", `\n\n\`\`\`json\n${texts.redacted}\n\`\`\``],
])("the report writes %s as Markdown", (_, markup, expected) => {
  expect(report(markup)).toBe(expected);
});

test.each([
  ["the panel's title", "<h1>zonetag console</h1>"],
  ["filters", "<fieldset><label>All</label></fieldset>"],
  ["buttons", "<p><button>Copy</button></p>"],
  ["the last message", `<span role="status">Copied.</span>`],
])("the report leaves out %s", (_, markup) => {
  expect(report(`${markup}<b>rest</b>`).trim()).toBe("rest");
});

test("the report redacts every occurrence of values that identify a visitor", () => {
  const user = {
    id: "u-12",
    el: "bWFpbA==",
    buyeruids: "W10=",
    gdpr: { gdpr: 1 as const, consent: "CPconsent" },
  };
  const other = { id: "other-visitor" };
  const markup = "<p>u-12 and u-12 sent bWFpbA==, W10= and CPconsent; other-visitor nothing</p>";
  const gone = texts.redacted;
  expect(report(markup, user, other).trim()).toBe(
    `${gone} and ${gone} sent ${gone}, ${gone} and ${gone}; ${gone} nothing`,
  );
});

test("an id of up to three characters stays because it may be part of ordinary words", () => {
  expect(report("<p>ads are undefined, null or abcd</p>", { id: "ads" }, {}, { id: "abcd" }).trim()).toBe(
    `ads are undefined, null or ${texts.redacted}`,
  );
});

test("queries are removed from addresses in the report", () => {
  expect(report("<p>Request to https://ads.test/v1?user=5 failed</p>").trim()).toBe(
    "Request to https://ads.test/v1 failed",
  );
});

test("the report keeps values that do not identify a visitor", () => {
  const user = { grid: 1, ideas: 2, gdpr: { gdpr: 0 } };
  const text = JSON.stringify({ user, zones: [{ id: 7 }] }, null, 2);
  expect(anonymize(text)).toBe(text);
});

test("anonymize() removes personal values from a request", () => {
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

test("withoutQueries() removes queries and fragments from addresses in any text", () => {
  expect(
    withoutQueries(`{"a":"https://a.test/b?mail=x#y","b":1} on http://c.test#z (d?) https://e.test/f.`),
  ).toBe(`{"a":"https://a.test/b","b":1} on http://c.test (d?) https://e.test/f.`);
});

test("text other than JSON is left out of the report", () => {
  expect(anonymize("Hello Ada")).not.toContain("Ada");
  expect(formatJson("Hello Ada")).toBe("Hello Ada");
});

test("the curl command sends the same request", () => {
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
