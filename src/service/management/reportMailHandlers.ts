/** Reports by mail over HTTP. */
import { answerRefusals, expectJson } from "./managementHandlers.ts";
import { describeAsking, type PeopleContext } from "./peopleHandlers.ts";
import type { ReportMails } from "./reportMails.ts";

interface ReportMailHandlerParts {
  reportMails: Pick<ReportMails, "send">;
  context: PeopleContext;
}

/** Returns the handlers by their names in the table of routes. */
export function reportMailHandlers({ reportMails, context }: ReportMailHandlerParts) {
  return answerRefusals({
    "POST /v2/user/report": async (c, viewer) => {
      const sent = await reportMails.send(describeAsking(c, viewer, context), await expectJson(c));
      return c.json({ result: sent });
    },
  });
}
