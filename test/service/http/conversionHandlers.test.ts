import { randomBytes } from "node:crypto";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { parseCatalogue } from "../../../src/service/catalogue/catalogue.ts";
import { CurrentCatalogue } from "../../../src/service/catalogue/currentCatalogue.ts";
import { StoreError } from "../../../src/service/facts/eventStore.ts";
import { conversionHandlers } from "../../../src/service/http/conversionHandlers.ts";
import type { Env } from "../../../src/service/interface/call.ts";
import { createTestIds } from "../../../src/service/signing/clickIds.ts";
import { createMetrics } from "../../../src/service/telemetry/metrics.ts";
import { Conversions } from "../../../src/service/tracking/conversions.ts";
import { ConversionTests } from "../../../src/service/tracking/conversionTests.ts";
import { LocalTestRecords } from "../../../src/service/tracking/localTestRecords.ts";
import { aCampaign, aCatalogueObject } from "../support/catalogue.ts";
import { aClick } from "../support/click.ts";

const ADVERTISER = {
  id: 2,
  name: "Advertiser",
  role: "advertiser",
  goals: 1,
  goalSources: [{ goal: 1, source: "report", from: "1970-01-01" }],
};

function createTests(catalogue: CurrentCatalogue): ConversionTests {
  const records = new LocalTestRecords();
  return new ConversionTests({ ids: createTestIds(randomBytes(32)), records, catalogue, now: () => 1000 });
}

/** Creates the routes of a node whose Redis does not answer. */
function createRoutes(): Hono<Env> {
  const catalogue = parseCatalogue({
    ...aCatalogueObject({ campaigns: [aCampaign({ id: 1 })] }),
    accounts: [{ id: 1, name: "Publisher", role: "publisher" }, ADVERTISER],
  });
  const current = new CurrentCatalogue(catalogue, 0);
  const neverUsed = () => {
    throw new Error("Nothing may be stored without a claim in Redis.");
  };
  const conversions = new Conversions({
    clickIds: {
      sign: neverUsed,
      read: (text) => (text === "genuine" ? aClick({ clickedAt: 0 }) : undefined),
    },
    tests: createTests(current),
    catalogue: current,
    store: { appendKeyed: neverUsed },
    deduplication: {
      writeOnce: () => Promise.reject(new StoreError("away", "Redis does not answer.")),
    },
    now: () => 1000,
  });
  const app = new Hono<Env>();
  for (const [name, handle] of Object.entries(conversionHandlers(conversions, createMetrics())))
    app.on(name.split(" ")[0] ?? "", name.split(" ")[1] ?? "", handle);
  return app;
}

test.each(["/v1/conversion", "/v1/conversion.gif"])(
  "while Redis does not answer, %s asks the advertiser to send the conversion again",
  async (path) => {
    const ask = (query: string) =>
      createRoutes().request(`${path}?${query}`, {}, { incoming: { headers: {} } });
    const refused = await ask("click_id=genuine&goal=1");
    expect([refused.status, refused.headers.get("x-event"), refused.headers.get("retry-after")]).toEqual([
      503,
      "lost",
      "1",
    ]);
    const text = await refused.text();
    if (path === "/v1/conversion")
      expect(text).toContain("The conversion could not be stored. Send it again.");
    expect((await ask("click_id=forged&goal=1")).status).toBe(403);
  },
);
