/** Handlers of the statistics interface, by their names in the table of routes. */
import { listKeys } from "../../protocol/tables.ts";
import { SavedViews } from "../accounts/savedViews.ts";
import type { ShareRecord } from "../accounts/shareStore.ts";
import { Shares } from "../accounts/shares.ts";
import type { Account } from "../catalogue/catalogue.ts";
import type { AccountHandler, Call, SharedHandler } from "../interface/call.ts";
import type { InterfaceEnvironment } from "../interface/environment.ts";
import { sessionHandlers } from "../interface/sessionRoutes.ts";
import { login } from "../interface/signInRoute.ts";
import { answerCollection } from "./collectionRoute.ts";
import { type List, OWN_COLLECTIONS, SHARED_COLLECTIONS } from "./collections.ts";
import { answerAccount } from "./describeAccount.ts";
import { report } from "./reportRoute.ts";
import { createShare, removeView, revokeShare, saveView } from "./shareRoutes.ts";

export function statisticsHandlers(context: InterfaceEnvironment) {
  const shares = new Shares(context);
  const views = new SavedViews(context.views);
  const reports: Record<"advertiser" | "publisher", SharedHandler> = {
    advertiser: (c, account, share) => report(c, account, share, "advertiser", context),
    publisher: (c, account, share) => report(c, account, share, "publisher", context),
  };
  return {
    "GET /openapi.json": (c: Call) => c.json(context.openApi()),
    "POST /v2/login": (c: Call) => login(c, context),
    ...sessionHandlers(context),
    "GET /v2/account": (c: Call, account: Account, share: ShareRecord | undefined) =>
      answerAccount(c, account, share, context),
    "GET /v2/shares": async (c: Call, account: Account) => c.json({ result: await shares.list(account) }),
    "POST /v2/shares": (c: Call, account: Account) => createShare(c, account, shares, context),
    "DELETE /v2/shares/:id": (c: Call, account: Account) => revokeShare(c, account, shares, context),
    "GET /v2/views": async (c: Call, account: Account) => c.json({ result: await views.list(account) }),
    "POST /v2/views": (c: Call, account: Account) => saveView(c, account, views),
    "DELETE /v2/views/:name": (c: Call, account: Account) => removeView(c, account, views),
    "GET /v2/statistics/a/:segment": reports.advertiser,
    "POST /v2/statistics/a/:segment": reports.advertiser,
    "GET /v2/statistics/p/:segment": reports.publisher,
    "POST /v2/statistics/p/:segment": reports.publisher,
    ...collectionHandlers(SHARED_COLLECTIONS, context, KEPT),
    ...collectionHandlers(OWN_COLLECTIONS, context, {}),
  };
}

/** Browsers keep names that are the same for every account. */
const KEPT = { "Cache-Control": "private, max-age=3600", Vary: "Authorization, Cookie" };

/** `headers`: those of successful answers. */
function collectionHandlers<Name extends string>(
  lists: Record<Name, List>,
  { catalogue }: InterfaceEnvironment,
  headers: Record<string, string>,
): Record<`GET /v2/collections/${Name}`, AccountHandler> {
  const handlers = listKeys(lists).map((name) => {
    const answer: AccountHandler = (c, account) => {
      const response = answerCollection(c, lists[name](catalogue(), account));
      if (response.ok)
        for (const [header, value] of Object.entries(headers)) response.headers.set(header, value);
      return response;
    };
    return [`GET /v2/collections/${name}`, answer] as const;
  });
  return Object.fromEntries(handlers) as Record<`GET /v2/collections/${Name}`, AccountHandler>;
}
