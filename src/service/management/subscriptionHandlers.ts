/** Subscriptions over HTTP, and their end by the recipient of a mail. */
import type { Account } from "../catalogue/catalogue.ts";
import type { Call } from "../interface/call.ts";
import { findAuditAddress } from "../interface/sessionRoutes.ts";
import { answerRefusal, answerRefusals, expectJson } from "./managementHandlers.ts";
import { describeAsking, type PeopleContext } from "./peopleHandlers.ts";
import type { Subscriptions } from "./subscriptions.ts";

interface SubscriptionParts {
  subscriptions: Subscriptions;
  context: PeopleContext;
}

/** Returns the handlers by their names in the table of routes. */
export function subscriptionHandlers({ subscriptions, context }: SubscriptionParts) {
  const ask = (c: Call, viewer: Account) => describeAsking(c, viewer, context);
  const readToken = (c: Call) => c.req.param("token") ?? "";
  return {
    // Programs open links of mails to check them, so only a click on the page ends anything.
    "GET /v2/unsubscribe/:token": (c: Call) =>
      c.redirect(`/dashboard/#unsubscribe=${encodeURIComponent(readToken(c))}`, 303),
    "POST /v2/unsubscribe/:token": (c: Call) =>
      answerRefusal(c, async () => {
        await subscriptions.endByToken(readToken(c), findAuditAddress(c, context));
        return c.body(null, 204);
      }),
    ...answerRefusals({
      "GET /v2/user/subscriptions": (c) => c.json({ result: subscriptions.list(c.get("holder")?.user) }),
      "POST /v2/user/subscriptions": async (c, viewer) =>
        c.json({ result: await subscriptions.add(ask(c, viewer), await expectJson(c)) }, 201),
      "DELETE /v2/user/subscriptions/:id": async (c, viewer) => {
        await subscriptions.end(ask(c, viewer), c.req.param("id") ?? "");
        return c.body(null, 204);
      },
    }),
  };
}
