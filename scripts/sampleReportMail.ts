/** The mail with a report that the guide shows, as text and as a picture. */
import { parseCatalogue } from "../src/service/catalogue/catalogue.ts";
import { writeReportMail } from "../src/service/reportMails/reportMail.ts";

const CATALOGUE = parseCatalogue({
  accounts: [{ id: 2, name: "Daily News", role: "publisher", timezone: "Europe/Berlin", currency: "EUR" }],
  sites: [],
  zones: [],
  campaigns: [],
});

/** Rows: site, impressions, clicks, revenue. */
const SITES = [
  ["Daily News", 482_310, 1_302, 723.46],
  ["Trail Weekly", 118_204, 361, 165.48],
  ["Harbour Journal", 64_911, 98, 81.13],
  ["Forty Minutes", 21_077, 84, 31.61],
] as const;

const count = (impressions: number, clicks: number, revenue: number) => ({
  impressions,
  clicks,
  revenue,
  ctr: (100 * clicks) / impressions,
});

const sum = (at: 1 | 2 | 3) => SITES.reduce((total, row) => total + row[at], 0);
const NOW = {
  request_metadata: { count: SITES.length },
  result: SITES.map(([name, impressions, clicks, revenue], at) => ({
    group_by: { site_id: { id: String(at + 1), name } },
    ...count(impressions, clicks, revenue),
  })),
  result_total: count(sum(1), sum(2), sum(3)),
};
const BEFORE = { ...NOW, result_total: count(641_880, 1_790, 955.2) };

const open = async ({ from }: { from: string }, format: string) =>
  new Blob([format === "csv" ? "" : JSON.stringify(from === "2026-11-23" ? NOW : BEFORE)]).stream();

const account = CATALOGUE.accounts.get(2);
if (!account) throw new Error("The sample has no account.");

export const SAMPLE_REPORT_MAIL = await writeReportMail({
  user: { id: 7, name: "Ann Lee", email: "ann@site.example", language: "en", accounts: [] },
  account,
  request: {
    role: "publisher",
    period: "7d",
    compare: "previous",
    query: {
      group_by: ["site_id"],
      projection: { base: ["impressions", "clicks", "revenue", "ctr"] },
      order_by: [{ field: "impressions", order: "desc" }],
    },
    view: "?role=publisher&period=7d",
    title: "Sites",
  },
  now: Date.UTC(2026, 10, 30, 6),
  reports: { open: (request, _scope, _catalogue, format) => open(request, format) },
  catalogue: () => CATALOGUE,
  origin: "https://ads.example",
  reportTimeout: 10_000,
});
