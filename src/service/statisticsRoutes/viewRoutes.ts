/** Routes of `/v2/views`: saved views. */
import * as v from "valibot";
import { MAX_VIEWS, type SavedViews, viewSchema } from "../accounts/savedViews.ts";
import type { Account } from "../catalogue/catalogue.ts";
import { type Call, refuse, refuseFields } from "../interface/call.ts";
import { readJsonBody } from "../interface/jsonBody.ts";
import { listProblems } from "../values/schemas.ts";

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
