/** Errors of statistics and management; `test/service/statisticsRoutes` tests those of reports. */

import { expect, test, vi } from "vitest";
import { interfaceRoutes } from "../../../src/service/http/serveInterfaces.ts";
import type { InterfaceEnvironment } from "../../../src/service/interface/environment.ts";
import { createLimits } from "../../../src/service/net/rateLimiter.ts";
import { DEFAULT_SETTINGS } from "../../../src/service/settings.ts";
import { takeCodes } from "../support/codes.ts";

test.each([
  [{ destroyed: true, complete: false }, 400, "The body ended before it was complete.", 0],
  [{ destroyed: true, complete: true }, 503, "Statistics are not available at the moment.", 1],
  [{ destroyed: false, complete: false }, 503, "Statistics are not available at the moment.", 1],
])("an exception for a request %j returns %d, %s, and is reported %d times", async (...expected) => {
  const [incoming, status, message, reports] = expected;
  const failure = new Error("failed");
  const reportException = vi.fn();
  const part: Partial<InterfaceEnvironment> = {
    limits: createLimits(DEFAULT_SETTINGS),
    shareKey: Buffer.alloc(32),
    findAddress: () => {
      throw failure;
    },
    reportException,
  };
  const context = part as InterfaceEnvironment;
  const outgoing = { getHeader: () => "request-1" };
  const app = interfaceRoutes(context, {});
  const response = await app.request("/v2/account", {}, { incoming, outgoing });
  expect([response.status, takeCodes(await response.json())]).toEqual([
    status,
    { message, request_id: "request-1" },
  ]);
  expect(reportException.mock.calls).toEqual(Array(reports).fill([failure, outgoing]));
});
