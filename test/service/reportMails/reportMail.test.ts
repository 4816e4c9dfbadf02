/** Mails with a report: what they say, what they attach, and with which rights they are written. */
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { SAMPLE_REPORT_MAIL } from "../../../scripts/sampleReportMail.ts";
import type { ReportNowRequest } from "../../../src/protocol/reportMails.ts";
import type { Fact } from "../../../src/service/facts/factTable.ts";
import type { User } from "../../../src/service/people/peopleSchema.ts";
import { MAX_FILE, ReportMailRefused, writeReportMail } from "../../../src/service/reportMails/reportMail.ts";
import { BusyError } from "../../../src/service/runtime/gate.ts";
import { CATALOGUE, findAccount, useService } from "../statisticsRoutes/support.ts";

/** 13:00 in Berlin, 17:45 in Kathmandu. */
const NOW = Date.parse("2026-11-20T12:00:00Z");
const service = await useService({ now: () => NOW });
const { reports } = service.context;

/** Facts of `publisher-one` on 13 days, with a site for each sub. */
const facts = Array.from({ length: 12 }, (_, sub): Fact[] =>
  Array.from({ length: 13 }, (_, day) => ({
    time: new Date(Date.UTC(2026, 10, 7 + day, 12)),
    publisher_id: 1,
    advertiser_id: 11,
    campaign_id: 1,
    site_id: 1,
    sub: sub + 1,
    country_iso: "DEU",
    impressions: day < 6 ? 100 : 150,
    clicks: 1,
    publisher_revenue: 500_000_000n,
  })),
).flat();
await service.store.transaction(({ append }) => append(facts));

const ANN: User = {
  id: 7,
  email: "ann@site.example",
  name: "Ann",
  emailConfirmed: true,
  accounts: [{ account: 1, role: "viewer" }],
};

const SUBS: ReportNowRequest = {
  role: "publisher",
  period: { from: "2026-11-13", to: "2026-11-18" },
  compare: "previous",
  query: {
    group_by: ["sub"],
    projection: { base: ["impressions", "clicks", "revenue", "ctr"] },
    order_by: [{ field: "sub", order: "asc" }],
  },
  view: "?role=publisher&period=7d&by=sub&page=3",
  title: "Subs",
};

function write(
  changes: Partial<ReportNowRequest> = {},
  user = ANN,
  account = findAccount("publisher-one"),
  times: { due?: number } = {},
) {
  return writeReportMail({
    ...times,
    user,
    account,
    request: { ...SUBS, ...changes },
    now: NOW,
    reports,
    catalogue: () => CATALOGUE,
    origin: "https://ads.example",
    reportTimeout: 10_000,
  });
}

test("the text part has days, totals beside the days before, the first ten rows and the link", async () => {
  const { text, subject, to } = await write();
  expect([to, subject]).toEqual(["ann@site.example", "Subs: 13 – 18 November 2026"]);
  expect(text).toBe(`Hello Ann,

This is the report “Subs” of the account Account publisher-one.

Days: 13 – 18 November 2026 (UTC), compared with 7 – 12 November 2026.

Total        These days  Before  Change
-----------  ----------  ------  ------
Impressions      10,800   7,200  +50.0%
Clicks               72      72   ±0.0%
Revenue          $36.00  $36.00   ±0.0%
CTR               0.67%   1.00%  −33.3%

The first 10 of 12 rows:

Sub ID  Impressions  Clicks  Revenue    CTR
------  -----------  ------  -------  -----
1               900       6    $3.00  0.67%
2               900       6    $3.00  0.67%
3               900       6    $3.00  0.67%
4               900       6    $3.00  0.67%
5               900       6    $3.00  0.67%
6               900       6    $3.00  0.67%
7               900       6    $3.00  0.67%
8               900       6    $3.00  0.67%
9               900       6    $3.00  0.67%
10              900       6    $3.00  0.67%

The attached file has all rows.

Open the report:
https://ads.example/dashboard/?role=publisher&period=2026-11-13..2026-11-18&by=sub&compare=2026-11-07..2026-11-12

You get this mail because you asked for it on ads.example.
`);
});

test("the attached file is the download of the same report", async () => {
  const { attachments, withoutAttachments } = await write({
    query: { ...SUBS.query, group_by: ["sub", "site_id"] },
  });
  expect(withoutAttachments?.text).toContain("is too large for a mail, so it is not attached.");
  const download = await service.send("/v2/statistics/p/global", {
    as: "publisher-one",
    method: "POST",
    headers: { Accept: "text/csv" },
    body: {
      ...SUBS.query,
      group_by: ["sub", "site_id"],
      filter: { date_from: "2026-11-13", date_to: "2026-11-18" },
    },
  });
  expect(attachments).toEqual([
    {
      name: "publisher-sub-site_id-2026-11-13-2026-11-18.csv",
      type: "text/csv; charset=utf-8",
      content: download.text,
    },
  ]);
  expect(download.headers.get("Content-Disposition")).toContain(`"${attachments?.[0]?.name}"`);
});

test("a German mail has German words, dates and numbers", async () => {
  const { subject, text, html } = await write(
    { query: { ...SUBS.query, group_by: ["country_iso"], order_by: [], detailed: 1, filter: { sub: [1] } } },
    { ...ANN, language: "de" },
  );
  expect(subject).toBe("Subs: 13.–18. November 2026");
  expect(text).toContain("Tage: 13.–18. November 2026 (UTC), verglichen mit 7.–12. November 2026.");
  expect(text).toContain("Er ist gefiltert nach: Sub-ID.");
  expect(text).toMatch(/Einnahmen +3,00\s\$ +3,00\s\$ +±0,0\s%\n/);
  expect(text).toMatch(/Alle Zeilen:\n\nLand .*Klickrate \(CTR\)\n-.*\nDeutschland .* 0,67\s%\n/);
  expect(html).toContain('<html lang="de">');
});

test("a period that is not over has no change in percent, and the mail says why", async () => {
  const { text } = await write({ period: "month" });
  expect(text).toContain("Days: 1 – 20 November 2026 (UTC), compared with 1 – 20 October 2026.");
  expect(text).toMatch(/Total +These days +Before\n/);
  expect(text).toContain(
    "The last day is not over, so the numbers are compared without a change in percent.",
  );
});

test("a late mail has the days of the time when it was due, and calls none of them unfinished", async () => {
  const { text } = await write({ period: "today" }, ANN, undefined, { due: NOW - 2 * 86_400_000 });
  expect(text).toContain("Days: 18 November 2026 (UTC), compared with 17 November 2026.");
  expect(text).toContain("Change");
  expect(text).not.toContain("not over");
});

test("days are those of the account's time zone", async () => {
  const { text } = await write({ period: "today" }, ANN, findAccount("publisher-two"));
  expect(text).toContain("Days: 20 November 2026 (Asia/Kathmandu), compared with 19 November 2026.");
});

test("without a comparison the totals stand alone, and without numbers there is no file", async () => {
  const { text, attachments } = await write({
    period: { from: "2026-01-01", to: "2026-01-01" },
    compare: "off",
  });
  expect(text).toContain("Days: 1 January 2026 (UTC).\n");
  expect(text).toMatch(/Total +These days\n[- ]+\nImpressions +0\n/);
  expect(text).toContain("There are no numbers for these days.");
  expect(text).toContain("compare=off");
  expect(attachments).toBe(undefined);
});

test("a file of more than 5 MB is left out, and the mail says so", async () => {
  let isCancelled = false;
  const large = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(MAX_FILE / 2 + 1)),
    cancel: () => {
      isCancelled = true;
    },
  });
  const { text, attachments } = await writeReportMail({
    user: ANN,
    account: findAccount("publisher-one"),
    request: SUBS,
    now: NOW,
    catalogue: () => CATALOGUE,
    origin: "https://ads.example",
    reportTimeout: 10_000,
    reports: {
      open: async (...args) => (args[3] === "csv" ? large : reports.open(...args)),
    },
  });
  expect([attachments, isCancelled]).toEqual([undefined, true]);
  expect(text).toContain(
    "The file with all rows is too large for a mail, so it is not attached. Export it from the dashboard.",
  );
});

test("names of the title, the user and groups change neither lines nor tables, and are no links", async () => {
  const evil = "Win<b>\r\nat\u202e https://evil.example";
  const { subject, text, html } = await write({ title: evil }, { ...ANN, name: evil });
  expect(subject).toBe("Win<b> at https: evil. example: 13 – 18 November 2026");
  expect(text).toContain("Hello Win<b> at https: evil. example,\n");
  expect(html).not.toMatch(/<b>|\u202e|evil\.example/);
});

test.each<[string, object, object, string]>([
  ["publisher-one", { role: "advertiser" }, {}, "[role] side-hidden"],
  ["publisher-one", {}, { group_by: ["publisher_id"] }, "[query][group_by][0] accounts-only"],
  ["publisher-one", {}, { projection: { base: ["cost"] } }, "[query][projection][base][0] accounts-only"],
  ["publisher-one", {}, { filter: { publisher_id: [2] } }, "[query][filter][publisher_id] field-unexpected"],
  [
    "publisher-one",
    {},
    { filter: { date_from: "2026-01-01" } },
    "[query][filter][date_from] field-unexpected",
  ],
  ["publisher-one", {}, { filter: "x" }, "[query][filter] object"],
  [
    "publisher-one",
    {},
    { filter: { site_id: Array(1001).fill(1) } },
    "[query][filter][site_id] list-of-most",
  ],
  ["publisher-one", {}, { detailed: 2 }, "[query][detailed] flag"],
])("the account %s may not mail %j with the query %j: %s", async (username, changes, query, expected) => {
  const refused = write({ ...changes, query: { ...SUBS.query, ...query } }, ANN, findAccount(username));
  const error = await refused.catch((reason) => reason);
  expect(error).toBeInstanceOf(ReportMailRefused);
  const written = error.problems.map(
    ({ path, problem }: { path: string; problem: { code: string } }) => `${path} ${problem.code}`,
  );
  expect(written).toContain(expected);
});

test("a user of several accounts reads to which one to switch", async () => {
  const accounts = [1, 2].map((account) => ({ account, role: "viewer" as const }));
  expect((await write({}, { ...ANN, accounts })).text).toContain(
    "The dashboard opens the account in which you are signed in: switch to Account publisher-one first.",
  );
  expect((await write()).text).not.toContain("switch to");
});

test("the guide shows the subject and the text part of a mail with a report", async () => {
  const guide = await readFile("docs/management.md", "utf8");
  expect(guide).toContain(`*${SAMPLE_REPORT_MAIL.subject}*`);
  expect(guide).toContain(`\`\`\`text\n${SAMPLE_REPORT_MAIL.text}\`\`\`\n`);
});

test("facts of other accounts are in no mail", async () => {
  const { text } = await write(
    { query: { ...SUBS.query, filter: { site_id: [1] } } },
    ANN,
    findAccount("publisher-two"),
  );
  expect(text).toContain("There are no numbers for these days.");
});

test("reports that take too long end together, and release their turn", async () => {
  const waiting = writeReportMail({
    user: ANN,
    account: findAccount("publisher-one"),
    request: SUBS,
    now: NOW,
    catalogue: () => CATALOGUE,
    origin: "https://ads.example",
    reportTimeout: 1,
    reports: {
      open: (_request, _scope, _catalogue, _format, { cancelled } = {}) =>
        new Promise((_, reject) => cancelled?.addEventListener("abort", () => reject(cancelled.reason))),
    },
  });
  await expect(waiting).rejects.toEqual(new BusyError("late"));
});
