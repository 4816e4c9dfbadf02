/** Routes of conversion tests, for those who may see the campaign. */
import * as v from "valibot";
import type { ConversionTest, ConversionTestState } from "../../protocol/management.ts";
import type { Call } from "../interface/call.ts";
import type { InterfaceEnvironment } from "../interface/environment.ts";
import { codedProblem, count, describe, optional, text, time } from "../openapi/answerSchemas.ts";
import * as route from "../openapi/routeEntry.ts";
import type { ConversionTests, TestRecord } from "../tracking/conversionTests.ts";
import { describeProblem } from "../values/problemList.ts";
import { findCreative, findEntry } from "./entries.ts";
import { byRights } from "./entryRoutes.ts";
import { answerResult } from "./listAnswer.ts";
import { answerRefusals, parseId } from "./managementHandlers.ts";
import { ChangeRefused } from "./refusal.ts";

const test = v.strictObject({
  id: count,
  link: describe(text, "Opens the landing page like a click on the ad."),
  ends: describe(time, "End of the test, an hour after its start."),
}) satisfies v.GenericSchema<ConversionTest>;

const state = v.strictObject({
  click: optional(
    v.strictObject({
      time,
      url: describe(text, "Landing page with its macros filled."),
      click_id: describe(text, "The click id in `url`; empty if the landing page has no macro for it."),
    }),
    "Absent until the link was opened.",
  ),
  conversion: optional(
    v.strictObject({
      time,
      goal: describe(text, "Number of the goal as sent, at most 20 characters."),
      outcome: describe(v.picklist(["test", "refused"]), "`test`: would have counted."),
      reason: optional(text, "Why it would not have counted."),
      problem: optional(codedProblem, "Code of `reason`."),
    }),
    "The last report. Absent until a conversion was reported.",
  ),
}) satisfies v.GenericSchema<ConversionTestState>;

export const CONVERSION_TEST_ROUTES = {
  "POST /v2/campaigns/:id/creatives/:creative/conversion-tests": {
    ...byRights("campaigns"),
    id: "startConversionTest",
    summary: "Starts a test of a creative's landing page and its postback. Nothing of a test counts.",
    description:
      "The link redirects to the landing page with a click id for which `/v1/conversion` answers `test`. Zone, site, " +
      "`sub` and country are empty. 403 while the account is suspended, 409 if the creative was rejected or withdrawn, 429 " +
      "after 50 tests of an account in an hour.",
    answers: route.created(route.answer("ConversionTest", test)),
    refusals: [409],
  },
  "GET /v2/campaigns/:id/conversion-tests/:test": {
    ...byRights("campaigns"),
    id: "getConversionTest",
    summary:
      "What arrived of a test: the landing page as sent, and the reported conversion. 404 after its end.",
    answers: route.ok(route.answer("ConversionTestState", state)),
  },
} as const satisfies route.DocumentedRoutes;

type Environment = Pick<InterfaceEnvironment, "catalogue" | "limits" | "listOrigins">;

export function conversionTestHandlers(tests: ConversionTests, environment: Environment) {
  const { catalogue, limits, listOrigins } = environment;
  return answerRefusals({
    "POST /v2/campaigns/:id/creatives/:creative/conversion-tests": async (c: Call, viewer) => {
      const [campaign, creative] = [parseId(c, "id"), parseId(c, "creative")];
      findCreative(catalogue(), campaign, creative, viewer);
      const tested = { campaign, variation: creative };
      const refusal = tests.findRefusal(tested);
      if (refusal) throw new ChangeRefused(refusal.code === "account-suspended" ? 403 : 409, refusal);
      const { allowed, resetSeconds } = await limits.conversionTests.take(String(viewer.id));
      if (!allowed) throw new ChangeRefused(429, { code: "rate-limited", seconds: resetSeconds });
      const { id, token, endsAt } = await tests.start(tested);
      const [origin = ""] = listOrigins(c.env.incoming);
      const result: ConversionTest = { id, link: `${origin}/c/${token}`, ends: writeTime(endsAt) };
      return c.json({ result }, 201);
    },
    "GET /v2/campaigns/:id/conversion-tests/:test": async (c: Call, viewer) => {
      const [campaign, id] = [parseId(c, "id"), parseId(c, "test")];
      findEntry(catalogue(), "campaigns", campaign, viewer);
      const record = await tests.find({ campaign, id });
      if (!record) throw new ChangeRefused(404, { code: "conversion-test-over" });
      return answerResult(c, describeRecord(record));
    },
  });
}

function describeRecord({ click, conversion }: TestRecord): ConversionTestState {
  return {
    ...(click && { click: { time: writeTime(click.time), url: click.url, click_id: click.clickId } }),
    ...(conversion && { conversion: describeConversion(conversion) }),
  };
}

function describeConversion({ time, goal, problem }: NonNullable<TestRecord["conversion"]>) {
  const described = problem && describeProblem(problem);
  return {
    time: writeTime(time),
    goal,
    outcome: described ? ("refused" as const) : ("test" as const),
    ...(described && { reason: described.message, problem: described.codes[0] }),
  };
}

function writeTime(time: number): string {
  return new Date(time).toISOString();
}
