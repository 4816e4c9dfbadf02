/** Routes of subscriptions to reports by mail. */
import * as v from "valibot";
import { MAIL_FREQUENCIES, MAIL_STOPS, type Subscription } from "../../protocol/subscriptions.ts";
import { describe, named, optional, text, time } from "../openapi/answerSchemas.ts";
import { array, TEXT } from "../openapi/openApiSchemas.ts";
import * as route from "../openapi/routeEntry.ts";
import { newSubscriptionSchema } from "./subscriptions.ts";

const subscription = v.strictObject({
  id: text,
  account: named,
  every: describe(v.picklist(MAIL_FREQUENCIES), "day: each day. week: on Mondays. month: on the 1st."),
  title: describe(text, "Title of the report."),
  view: describe(text, "Query string of the view in the dashboard to which the mails link."),
  created_at: time,
  next_mail: optional(time, "When the next mail is due; absent if the subscription is stopped."),
  stopped: optional(
    v.picklist(MAIL_STOPS),
    "Why no mails are sent. refused: the mail server refused the address for good. unavailable: the account has no such " +
      "report any more, or the user does not read the account now, which then has no name here. suspended, unconfirmed, " +
      "mail-off: until the account is no longer suspended, the e-mail address is confirmed, or the service has a mail " +
      "server. events-apart: until its nodes store their events together.",
  ),
}) satisfies v.GenericSchema<Subscription>;
const SUBSCRIPTION = route.answer("Subscription", subscription);

/** A token of a mail, which needs no sign-in. */
const BY_MAIL = { access: "public", path: { token: TEXT } } as const;

export const SUBSCRIPTION_ROUTES = {
  "GET /v2/user/subscriptions": {
    ...route.OF_USER,
    id: "listSubscriptions",
    summary: "Reports that the user gets by mail regularly, in all accounts.",
    answers: route.ok(array(SUBSCRIPTION)),
  },
  "POST /v2/user/subscriptions": {
    ...route.OF_USER,
    id: "subscribe",
    summary: "Mails a report of the account to the user regularly, from 7:00 of the account's time zone.",
    description:
      "The user must have confirmed the e-mail address. A user has at most ten subscriptions. " +
      "A subscription to the same report at the same times is kept.",
    body: route.json(route.request("NewSubscription", newSubscriptionSchema)),
    answers: route.created(SUBSCRIPTION),
    refusals: [409],
  },
  "DELETE /v2/user/subscriptions/:id": {
    ...route.OF_USER,
    id: "endSubscription",
    summary: "Ends a subscription.",
    path: { id: TEXT },
    answers: route.done("No further mails are sent."),
    refusals: [404],
  },
  "GET /v2/unsubscribe/:token": {
    ...BY_MAIL,
    id: "openUnsubscribe",
    summary: "Leads to the page that ends a subscription by a click. Changes nothing.",
    answers: { 303: { description: "The page." } },
  },
  "POST /v2/unsubscribe/:token": {
    ...BY_MAIL,
    // RFC 8058 sends a form, which says no more than the address.
    bodySize: "ignored",
    id: "unsubscribe",
    summary:
      "Ends a subscription, or the mail about what needs the user, with the token of its mails, also if it has ended before: RFC 8058.",
    answers: route.done("No further mails are sent."),
    refusals: [403],
  },
} as const satisfies route.DocumentedRoutes;
