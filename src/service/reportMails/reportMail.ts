/** Writes mails with a report: totals beside those of the days before, the first rows, and all rows as CSV. */
import { computeChange, createFigureFormats } from "../../protocol/figures.ts";
import type { Days } from "../../protocol/management.ts";
import type { UserLanguage } from "../../protocol/people.ts";
import type { Problem } from "../../protocol/problems.ts";
import type { Grouping } from "../../protocol/statistics.ts";
import { formatPath } from "../../protocol/validation.ts";
import { describeGoalNames, findCurrency } from "../accounts/reportTerms.ts";
import { describeViewer, mayAsk, selectScope } from "../accounts/visibleFacts.ts";
import type { Account, Catalogue } from "../catalogue/catalogue.ts";
import type { Mail } from "../mail/mailer.ts";
import { cleanName, LOCALES, type MailTable, type Paragraph, writeMail } from "../mail/mailText.ts";
import { writeSwitchHint } from "../mail/switchHint.ts";
import type { User } from "../people/peopleSchema.ts";
import { FORMATS } from "../reports/formats.ts";
import { listShownMetrics, type ShownMetric } from "../reports/query.ts";
import type { Reports } from "../reports/reports.ts";
import { nameReportFile, parseReportRequest, type ReportRequest } from "../reports/request.ts";
import { BusyError } from "../runtime/gate.ts";
import { isObject } from "../values/object.ts";
import type { FieldProblem } from "../values/problemList.ts";
import { type GroupFields, nameGroup, nameGrouping, nameMetric } from "./groupNames.ts";
import {
  findMailedDays,
  type MailedDays,
  type MailTimes,
  type ReportNowRequest,
} from "./reportMailRequest.ts";
import { REPORT_MAIL_TEXTS } from "./reportMailTexts.ts";

const MAX_ROWS = 10;
/** Maximum metrics among the totals, and beside the name of a row. */
const MAX_TOTALS = 30;
const MAX_COLUMNS = 4;
/** Maximum bytes of the attached file. */
export const MAX_FILE = 5_000_000;

export interface ReportMailParts {
  reports: Pick<Reports, "open">;
  catalogue: () => Catalogue;
  /** Origin of the dashboard. */
  origin: string;
  /** Maximum milliseconds of all reports of a mail. */
  reportTimeout: number;
}

interface AskedMail extends MailTimes {
  user: User;
  account: Account;
  request: ReportNowRequest;
}

/** Thrown when the user may not have the report, or it is not valid. */
export class ReportMailRefused extends Error {
  override readonly name = "ReportMailRefused";
  readonly problems: readonly FieldProblem[];

  constructor(problems: readonly FieldProblem[]) {
    super("The report cannot be mailed.");
    this.problems = problems;
  }
}

interface MailedReport {
  report: ReportRequest;
  days: MailedDays;
}

/** Reads the report with the rights that the account has now. Throws `ReportMailRefused`. */
export function readMailedReport(
  { request, account, ...times }: Omit<AskedMail, "user">,
  catalogue: Catalogue,
): MailedReport {
  const { role, query } = request;
  if (!mayAsk(account, role)) throw refuse(["role"], { code: "side-hidden" });
  const { filter = {} } = query;
  if (isObject(filter))
    for (const key of ["date_from", "date_to"])
      if (Object.hasOwn(filter, key)) throw refuse(["query", "filter", key], { code: "field-unexpected" });
  const days = findMailedDays(request, times, account.timezone);
  const dates = { date_from: days.from, date_to: days.to };
  const viewer = { ...describeViewer(account, role, catalogue), ...describeGoals(account, catalogue) };
  const read = parseReportRequest(
    {
      ...query,
      filter: isObject(filter) ? { ...filter, ...dates } : filter,
      timezone: account.timezone,
      totals: 1,
      limit: MAX_ROWS,
    },
    { viewer, named: undefined, now: times.now, dateTimezone: account.timezone },
  );
  if ("request" in read) return { report: read.request, days };
  throw new ReportMailRefused(
    read.errors.map(({ path, problem }) => ({ path: `${formatPath(["query"])}${path}`, problem })),
  );
}

function describeGoals(account: Account, catalogue: Catalogue) {
  const { goal_names: goalNames } = describeGoalNames(account, catalogue);
  return goalNames && { goalNames };
}

function refuse(path: readonly string[], problem: Problem): ReportMailRefused {
  return new ReportMailRefused([{ path: formatPath(path), problem }]);
}

/**
 * Writes the mail. Its reports wait for their turn one after the other, as those of the user. Rejects with
 * `ReportMailRefused`, or as reports do. `closing`: says why the user gets the mail.
 */
export async function writeReportMail({
  user,
  account,
  request,
  now,
  due = now,
  reports,
  catalogue,
  origin,
  reportTimeout,
  closing,
}: AskedMail & ReportMailParts & { closing?: readonly Paragraph[] }): Promise<Omit<Mail, "about">> {
  const names = catalogue();
  const { report, days } = readMailedReport({ request, account, now, due }, names);
  const scope = selectScope(account, report.role, names);
  const late = AbortSignal.timeout(reportTimeout);
  const ask = async (changes: Partial<ReportRequest>, format: "json" | "csv") => {
    try {
      const options = { owner: account.id, cancelled: late };
      return await reports.open({ ...report, ...changes }, scope, names, format, options);
    } catch (error) {
      throw late.aborted ? new BusyError("late", { cause: error }) : error;
    }
  };
  const page = await readAnswer(await ask({}, "json"));
  const { compared } = days;
  const before = compared && (await readAnswer(await ask({ ...compared, limit: 1 }, "json")));
  const { count } = page.request_metadata;
  const all = { totals: false, limit: Number.POSITIVE_INFINITY };
  const content = count === 0 ? undefined : await readFile(await ask(all, "csv"));
  const language = user.language ?? "en";
  const texts = REPORT_MAIL_TEXTS[language];
  const title = cleanName(request.title);
  const figures = createFigureFormats(LOCALES[language], findCurrency(account, names));
  const shown = { report, days, page, before, language, figures };
  const formatDays = createDayFormat(language);
  const host = new URL(origin).hostname;
  const hint = writeSwitchHint(user, account, names);
  const write = (aboutFile: readonly string[]) =>
    writeMail(
      {
        subject: `${title}: ${formatDays(days)}`,
        paragraphs: [
          texts.hello(cleanName(user.name)),
          texts.lead(title, cleanName(account.name)),
          texts.days(
            formatDays(days),
            account.timezone.replaceAll("_", " "),
            compared && formatDays(compared),
          ),
          ...listFilters(report, language),
          { table: writeTotals(shown) },
          ...(compared && days.isRunning ? [texts.running] : []),
          ...(count === 0 ? [texts.none] : listRows(shown)),
          ...aboutFile,
          ...(hint ? [hint] : []),
          { link: writeViewLink(origin, request.view, days), label: texts.open },
          ...(closing ?? [texts.asked(host)]),
        ],
      },
      language,
    );
  const to = user.email ?? "";
  if (content === undefined) return { ...write(count === 0 ? [] : [texts.large]), to };
  const file = { name: `${nameReportFile(report)}.csv`, type: FORMATS.csv.contentType, content };
  return { ...write([texts.attached]), to, attachments: [file], withoutAttachments: write([texts.large]) };
}

// ── Answers ─────────────────────────────────────────────────────────────────────────────────────────────────────────

type Metrics = Readonly<Record<string, unknown>>;

interface Answer {
  request_metadata: { count: number };
  result: readonly (Metrics & { group_by?: Readonly<Partial<Record<Grouping, GroupFields>>> })[];
  result_total?: Metrics;
}

async function readAnswer(stream: ReadableStream<Uint8Array>): Promise<Answer> {
  return JSON.parse(await new Response(stream).text());
}

/** Reads a file; undefined if it is too large. */
async function readFile(stream: ReadableStream<Uint8Array>): Promise<string | undefined> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of stream) {
    bytes += part.byteLength;
    // Leaving the loop cancels the stream.
    if (bytes > MAX_FILE) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

function readMetric(metrics: Metrics | undefined, { block, name }: ShownMetric): number | undefined {
  const holder = block === "base" ? metrics : metrics?.[block];
  const value = isObject(holder) ? holder[name] : undefined;
  return typeof value === "number" ? value : undefined;
}

// ── Parts of the mail ───────────────────────────────────────────────────────────────────────────────────────────────

interface Shown extends MailedReport {
  page: Answer;
  /** Totals of the days before. */
  before: Answer | undefined;
  language: UserLanguage;
  figures: ReturnType<typeof createFigureFormats>;
}

function createDayFormat(language: UserLanguage): (days: Days) => string {
  const format = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: "long", timeZone: "UTC" });
  // Plain text has plain blanks: some versions of ICU write thin ones.
  return ({ from, to }) => format.formatRange(Date.parse(from), Date.parse(to)).replace(/\s/g, " ");
}

function listFilters({ filter, exclude }: ReportRequest, language: UserLanguage): string[] {
  const keys = new Set([...Object.keys(filter), ...Object.keys(exclude)]);
  if (keys.size === 0) return [];
  const names = [...keys].map((key) => nameGrouping(key, language));
  return [REPORT_MAIL_TEXTS[language].filtered(names.join(", "))];
}

function writeTotals({ report, days, page, before, language, figures }: Shown): MailTable {
  const texts = REPORT_MAIL_TEXTS[language];
  const hasChange = before !== undefined && !days.isRunning;
  const rows = listShownMetrics(report)
    .slice(0, MAX_TOTALS)
    .map((metric) => {
      const { unit } = metric.definition;
      const value = readMetric(page.result_total, metric);
      const earlier = readMetric(before?.result_total, metric);
      return [
        nameMetric(metric, language),
        figures.formatValue(value, unit),
        ...(before ? [figures.formatValue(earlier, unit)] : []),
        ...(hasChange ? [writeChange(value, earlier, figures)] : []),
      ];
    });
  const head = [
    texts.total,
    texts.now,
    ...(before ? [texts.before] : []),
    ...(hasChange ? [texts.change] : []),
  ];
  return { head, rows };
}

function writeChange(
  value: number | undefined,
  earlier: number | undefined,
  { formatChange }: Shown["figures"],
): string {
  const change = computeChange(value, earlier);
  if (!change) return "–";
  const sign = { up: "+", down: "−", same: "±" }[change.direction];
  return change.factor === undefined ? `${sign}${formatChange(change)}` : formatChange(change);
}

/** Lists the first rows; nothing for a report without groups, which is its totals. */
function listRows({ report, page, language, figures }: Shown): Paragraph[] {
  const { groupings } = report;
  if (groupings.length === 0) return [];
  const metrics = listShownMetrics(report).slice(0, MAX_COLUMNS);
  const rows = page.result.map((record) => [
    groupings.map((grouping) => nameGroup(grouping, record.group_by?.[grouping], language)).join(" · "),
    ...metrics.map((metric) => figures.formatValue(readMetric(record, metric), metric.definition.unit)),
  ]);
  const head = [
    groupings.map((grouping) => nameGrouping(grouping, language)).join(" · "),
    ...metrics.map((metric) => nameMetric(metric, language)),
  ];
  const { count } = page.request_metadata;
  const all = count > rows.length ? figures.formatCount(count) : undefined;
  return [REPORT_MAIL_TEXTS[language].rows(figures.formatCount(rows.length), all), { table: { head, rows } }];
}

/** Links to the view with the actual days. */
function writeViewLink(origin: string, view: string, { from, to, compared }: MailedDays): string {
  const parameters = new URLSearchParams(view);
  parameters.set("period", `${from}..${to}`);
  parameters.set("compare", compared ? `${compared.from}..${compared.to}` : "off");
  parameters.delete("page");
  return `${origin}/dashboard/?${parameters}`;
}
