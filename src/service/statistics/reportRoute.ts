/** `/v2/statistics/p/…` and `/v2/statistics/a/…`. */
import { resolveGrouping } from "../../protocol/aliases.ts";
import { GLOBAL, type Grouping, ROLE_SEGMENTS, type Role } from "../../protocol/statistics.ts";
import type { Account } from "../catalogue/catalogue.ts";
import { describeViewer, mayAsk, selectScope } from "./access.ts";
import { readBody } from "./body.ts";
import type { StatisticsContext } from "./context.ts";
import type { ReportFormat } from "./plan.ts";
import { prefersCsv } from "./prefersCsv.ts";
import { readQueryString } from "./queryString.ts";
import { readRequest } from "./request.ts";
import { type Request, refuse } from "./route.ts";
import { isShared } from "./shares.ts";

export async function report(
  c: Request,
  account: Account,
  role: Role,
  context: StatisticsContext,
): Promise<Response> {
  const segment = c.req.param("segment") ?? "";
  const named = resolveGrouping(segment, role, account.role);
  if (!named && segment !== GLOBAL)
    return refuse(c, 404, `Nothing is grouped by ${JSON.stringify(segment)}.`);
  if (!mayAsk(account, role)) return refuse(c, 403, `This account has no statistics as ${role}.`);
  // HEAD is answered as GET.
  const body =
    c.req.method === "POST" ? await readBody(c) : { json: readQueryString(new URL(c.req.url).search, named) };
  if (body instanceof Response) return body;
  return answer(c, body.json, account, role, named, context);
}

async function answer(
  c: Request,
  input: unknown,
  account: Account,
  role: Role,
  named: Grouping | undefined,
  { catalogue, reports, now }: StatisticsContext,
): Promise<Response> {
  const format = prefersCsv(c.req.header("Accept")) ? "csv" : "json";
  const read = readRequest(input, {
    allRecords: format === "csv",
    viewer: describeViewer(account, role),
    named,
    now: now(),
    dateTimezone: account.timezone,
  });
  if ("errors" in read) return c.json(read, 400);
  const share = c.get("share");
  if (share && !isShared(share, read.request)) return refuse(c, 403, "This link does not show that.");
  const scope = selectScope(account, role, catalogue());
  const body = await reports.open(read.request, scope, catalogue(), format, c.req.raw.signal);
  c.header("Vary", "Accept");
  c.header("Content-Type", CONTENT_TYPES[format]);
  if (c.req.method === "HEAD") await body.cancel();
  else c.set("stream", body);
  return c.body(null);
}

const CONTENT_TYPES: Record<ReportFormat, string> = {
  json: "application/json",
  csv: "text/csv; charset=utf-8",
};

/** The address that the documentation of other networks names. */
export function redirectToSegment(c: Request, role: Role): Response {
  const { pathname, search } = new URL(c.req.url);
  const rest = pathname.slice(pathname.indexOf(`/${role}`) + role.length + 1);
  return c.redirect(`/v2/statistics/${ROLE_SEGMENTS[role]}${rest}${search}`, 308);
}
