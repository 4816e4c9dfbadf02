/** Route that mails a report to the signed-in user. */
import * as route from "../openapi/routeEntry.ts";
import { reportNowRequest } from "../reportMails/reportMailRequest.ts";
import { SENT_MAIL } from "./peopleRoutes.ts";

export const REPORT_MAIL_ROUTES = {
  "POST /v2/user/report": {
    ...route.OF_USER,
    id: "mailReport",
    summary: "Mails a report to the user's confirmed e-mail address, with all rows as CSV.",
    description:
      "`query` has the fields of a report's request; days, totals and the number of rows follow from the mail. " +
      "The days of `period` are those of the account's time zone. A user may ask for 20 mails in 24 hours, and for the " +
      "same report once in 30 seconds.",
    body: route.json(route.request("MailedReport", reportNowRequest), {
      sites: {
        role: "publisher",
        period: "7d",
        compare: "previous",
        query: { group_by: ["site_id"], order_by: [{ field: "impressions", order: "desc" }] },
        view: "?role=publisher&period=7d",
        title: "Sites",
      },
    }),
    answers: route.ok(SENT_MAIL),
    refusals: [409],
  },
} as const satisfies route.DocumentedRoutes;
