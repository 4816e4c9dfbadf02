/** Routes `/v2/statistics/p/…` and `/v2/statistics/a/…`: reports. */
import type { SharedPeriod } from "../../protocol/account.ts";
import { resolveGrouping } from "../../protocol/aliases.ts";
import { GLOBAL, type Grouping, type Role, type Viewer } from "../../protocol/statistics.ts";
import { quote } from "../../protocol/validation.ts";
import type { ShareRecord } from "../accounts/shareStore.ts";
import { addHiddenBounds, hasSharedDays, isShared } from "../accounts/shares.ts";
import { describeViewer, selectScope } from "../accounts/visibleFacts.ts";
import type { Account } from "../catalogue/catalogue.ts";
import { type Call, refuse, refuseFields } from "../interface/call.ts";
import type { InterfaceEnvironment } from "../interface/environment.ts";
import { readJsonBody } from "../interface/jsonBody.ts";
import { chooseEncoding, chooseFormat, FORMATS } from "../reports/formats.ts";
import { findColumnProblems } from "../reports/plan.ts";
import { parseQueryString } from "../reports/queryString.ts";
import { nameReportFile, parseReportRequest } from "../reports/request.ts";

/** The caller and the requested report. */
interface Asked {
  account: Account;
  share: ShareRecord | undefined;
  viewer: Viewer;
  /** Grouping that the last segment of the path names. */
  named: Grouping | undefined;
}

export async function report(
  c: Call,
  account: Account,
  share: ShareRecord | undefined,
  role: Role,
  context: InterfaceEnvironment,
): Promise<Response> {
  const segment = c.req.param("segment") ?? "";
  const viewer = describeViewer(account, role, context.catalogue(), share?.bounds);
  const named = resolveGrouping(segment, role, viewer.kind);
  if (!named && segment !== GLOBAL) return refuse(c, 404, { code: "grouping-unknown", name: quote(segment) });
  // HEAD is answered as GET.
  const body =
    c.req.method === "POST"
      ? await readJsonBody(c)
      : { json: parseQueryString(new URL(c.req.url).search, named, viewer) };
  if (body instanceof Response) return body;
  return answer(c, body.json, { account, share, viewer, named }, context);
}

async function answer(
  c: Call,
  input: unknown,
  { account, share, viewer, named }: Asked,
  { catalogue, reports, now }: InterfaceEnvironment,
): Promise<Response> {
  const format = chooseFormat(c.req.header("Accept"));
  const definition = FORMATS[format];
  const encoding = definition.isText ? chooseEncoding(c.req.header("Accept-Encoding")) : "identity";
  const read = parseReportRequest(input, {
    allRecords: definition.isFile,
    viewer,
    named,
    now: now(),
    dateTimezone: account.timezone,
  });
  if ("errors" in read) return refuseFields(c, read.errors);
  const request = share ? addHiddenBounds(share, read.request) : read.request;
  const problems = format === "csv" ? findColumnProblems(request) : [];
  if (problems.length > 0) return refuseFields(c, problems);
  if (share?.period && !hasSharedDays(share, request))
    return refuse(c, 403, { code: "share-days", periods: writePeriods(share.period) });
  if (share && !isShared(share, request)) return refuse(c, 403, { code: "share-lacks-report" });
  c.header("Vary", "Accept, Accept-Encoding");
  if (format === "parquet" && !reports.hasParquet) return refuse(c, 406, { code: "parquet-unsupported" });
  const scope = selectScope(account, viewer.role, catalogue());
  const body = await reports.open(request, scope, catalogue(), format, {
    owner: account.id,
    cancelled: c.req.raw.signal,
    encoding,
    isFlat: c.req.method !== "POST" && named !== undefined,
  });
  c.header("Content-Type", definition.contentType);
  if (encoding !== "identity") c.header("Content-Encoding", encoding);
  if (definition.isFile)
    c.header("Content-Disposition", `attachment; filename="${nameReportFile(request)}.${format}"`);
  if (c.req.method === "HEAD") await body.cancel();
  else c.set("stream", body);
  return c.body(null);
}

function writePeriods({ compared, ...period }: SharedPeriod): string[] {
  return (compared ? [period, compared] : [period]).map(({ from, to }) => `${from}–${to}`);
}
