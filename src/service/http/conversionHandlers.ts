/** Answers reports of conversions; see `conversionRoutes.ts`. */
import { cors } from "hono/cors";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { type Call, refuse } from "../interface/call.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import type { Conversion, ConversionOutcome, Conversions } from "../tracking/conversions.ts";
import { isSpeculative } from "./browserHeaders.ts";
import { PIXEL } from "./pixel.ts";

export const CONVERSION_PATHS = ["/v1/conversion", "/v1/conversion.gif"];

/** Pages of any origin may report conversions and read the outcome. */
export const allowConversions = cors({
  origin: "*",
  allowMethods: ["GET", "POST"],
  exposeHeaders: ["X-Event", "Retry-After"],
  maxAge: 86_400,
});

const STATUS: Record<ConversionOutcome, ContentfulStatusCode> = {
  counted: 200,
  repeated: 200,
  test: 200,
  ignored: 200,
  forged: 403,
  expired: 410,
  refused: 400,
  lost: 503,
};

export function conversionHandlers(conversions: Conversions, metrics: Metrics) {
  const count = async (c: Call): Promise<Conversion> => {
    const conversion = await conversions.count({
      clickId: c.req.query("click_id") ?? "",
      goal: c.req.query("goal") ?? "",
      isReport: c.req.method !== "HEAD" && !isSpeculative(c.env.incoming),
    });
    const { outcome } = conversion;
    metrics.countFetch("conversion", outcome);
    c.header("Cache-Control", "no-store");
    c.header("X-Event", outcome);
    if (outcome === "lost") c.header("Retry-After", "1");
    return conversion;
  };
  const answer = async (c: Call) => {
    const { outcome, problem } = await count(c);
    if (outcome === "counted") return c.body(null, 204);
    return problem ? refuse(c, STATUS[outcome], problem) : c.json({ outcome }, STATUS[outcome]);
  };
  const answerWithPixel = async (c: Call) => {
    const { outcome } = await count(c);
    return c.body(PIXEL, STATUS[outcome], { "Content-Type": "image/gif" });
  };
  return {
    "GET /v1/conversion": answer,
    "POST /v1/conversion": answer,
    "GET /v1/conversion.gif": answerWithPixel,
  };
}
