/** Routes of `/v2/shares` and `/v2/views`: shared links and saved views. */
import * as v from "valibot";
import { formatPath } from "../../protocol/validation.ts";
import { MAX_VIEWS, type SavedViews, viewSchema } from "../accounts/savedViews.ts";
import { MAX_SHARES, parseBounds, type Shares, shareSchema } from "../accounts/shares.ts";
import { describeViewer } from "../accounts/visibleFacts.ts";
import type { Account } from "../catalogue/catalogue.ts";
import { OtherRequestError } from "../catalogue/requestKeys.ts";
import { type Call, parseRequestKey, refuse, refuseFields } from "../interface/call.ts";
import type { InterfaceEnvironment } from "../interface/environment.ts";
import { readJsonBody } from "../interface/jsonBody.ts";
import { describeAuditAuthor } from "../interface/sessionRoutes.ts";
import { parseReportRequest } from "../reports/request.ts";
import { listProblems } from "../values/schemas.ts";

export async function createShare(
  c: Call,
  account: Account,
  shares: Shares,
  context: InterfaceEnvironment,
): Promise<Response> {
  const body = await readJsonBody(c);
  if (body instanceof Response) return body;
  const share = v.safeParse(shareSchema, body.json);
  if (!share.success) return refuseFields(c, listProblems(share.issues));
  const { role, filter, exclude, timezone, period } = share.output;
  // `period` has the days.
  const repeated = period ? ["date_from", "date_to"].filter((key) => key in filter) : [];
  if (repeated.length > 0)
    return refuseFields(
      c,
      repeated.map((key) => ({ path: formatPath(["filter", key]), problem: { code: "field-unexpected" } })),
    );
  const viewer = describeViewer(account, role, context.catalogue());
  // The filter is validated like that of a report.
  const read = parseReportRequest(
    { group_by: [], filter, exclude, timezone },
    { viewer, named: undefined, now: context.now(), dateTimezone: account.timezone },
  );
  if ("errors" in read) return refuseFields(c, read.errors);
  const key = await parseRequestKey(c);
  if (key === null) return refuse(c, 400, { code: "idempotency-key" });
  try {
    const author = describeAuditAuthor(c, account, context);
    const created = await shares.create(
      account,
      share.output,
      { ...parseBounds(read.request, filter), ...(period && { from: period.from, to: period.to }) },
      author,
      key,
    );
    return created ? c.json(created, 201) : refuse(c, 403, { code: "shares-full", most: MAX_SHARES });
  } catch (error) {
    if (error instanceof OtherRequestError) return refuse(c, 409, { code: "idempotency-key-used" });
    throw error;
  }
}

export async function revokeShare(
  c: Call,
  account: Account,
  shares: Shares,
  context: InterfaceEnvironment,
): Promise<Response> {
  const author = describeAuditAuthor(c, account, context);
  const isRevoked = await shares.revoke(account, c.req.param("id") ?? "", author);
  return isRevoked ? c.body(null, 204) : refuse(c, 404, { code: "share-unknown" });
}

export async function saveView(c: Call, account: Account, views: SavedViews): Promise<Response> {
  const body = await readJsonBody(c);
  if (body instanceof Response) return body;
  const view = v.safeParse(viewSchema, body.json);
  if (!view.success) return refuseFields(c, listProblems(view.issues));
  const isSaved = await views.save(account, view.output);
  return isSaved ? c.json({ result: view.output }) : refuse(c, 403, { code: "views-full", most: MAX_VIEWS });
}

export async function removeView(c: Call, account: Account, views: SavedViews): Promise<Response> {
  const isRemoved = await views.remove(account, c.req.param("name") ?? "");
  return isRemoved ? c.body(null, 204) : refuse(c, 404, { code: "view-unknown" });
}
