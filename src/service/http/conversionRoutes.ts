/** Routes `/v1/conversion` and `/v1/conversion.gif`: report that a click reached a goal. */
import { MAX_GOALS } from "../../protocol/statistics.ts";
import { REFUSAL } from "../openapi/answerSchemas.ts";
import { object, TEXT } from "../openapi/openApiSchemas.ts";
import * as route from "../openapi/routeEntry.ts";
import type { ConversionOutcome } from "../tracking/conversions.ts";
import { mapValues } from "../values/object.ts";

const OUTCOME = {
  description: "Outcome; only `counted` adds a conversion.",
  schema: { enum: ["counted", "repeated", "test", "ignored", "forged", "expired", "refused", "lost"] },
} as const satisfies { description: string; schema: { enum: readonly ConversionOutcome[] } };

/** Reasons of the refusals, by status. */
const REFUSALS = {
  400: "The account has no such goal, or imports it.",
  403: "The click id is not one of this service.",
  410: "The click is more than 30 days ago, its test is over, or its campaign no longer exists.",
  503: "The conversion could not be stored; `Retry-After` has the seconds to wait.",
};
const describeAnswers = (answers: Record<number, route.Answer>) =>
  mapValues(answers, (answer) => ({ ...answer, headers: { "X-Event": OUTCOME } }));

const PARAMETERS = {
  ...route.PUBLIC,
  parameters: [
    route.query("click_id", TEXT, "Value of the macro `{click_id}` in the address of the landing page."),
    route.query("goal", { type: "integer", minimum: 1, maximum: MAX_GOALS }, "Number of the goal."),
  ].map((parameter) => ({ ...parameter, required: true })),
};

const POSTBACK = {
  ...PARAMETERS,
  summary: "Reports a conversion, which counts once for its click and goal.",
  answers: describeAnswers({
    200: {
      ...route.success(object({ outcome: { enum: ["repeated", "test", "ignored"] } })),
      description: "Counted before, a test, or fetched ahead.",
    },
    204: { description: "Counted." },
    ...mapValues(REFUSALS, (description) => ({ description, content: route.json(REFUSAL) })),
  }),
};

export const CONVERSION_ROUTES = {
  "GET /v1/conversion": { ...POSTBACK, id: "conversion" },
  "POST /v1/conversion": {
    ...POSTBACK,
    id: "conversionPost",
    bodySize: "ignored",
    description: "A body is ignored.",
  },
  "GET /v1/conversion.gif": {
    ...PARAMETERS,
    id: "conversionPixel",
    summary: "Reports a conversion by an image of a page.",
    answers: describeAnswers(
      mapValues({ 200: "A pixel; counted, now or before, or a test.", ...REFUSALS }, (description) => ({
        description,
      })),
    ),
  },
} as const satisfies route.DocumentedRoutes<{ access: "public" }>;
