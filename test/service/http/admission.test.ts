import { expect, test } from "vitest";
import { Admission, MIN_BACKLOG } from "../../../src/service/http/admission.ts";
import { createLimiter, UNLIMITED } from "../../../src/service/net/rateLimiter.ts";
import { defer } from "../../support/defer.ts";

const LIMITER = createLimiter({ limit: 1, windowMs: 1000, now: () => 0 });

/** Creates an admission with requests in flight that the test ends. */
function createAdmission(limits: { maxConcurrent: number; maxWait: number }) {
  const clock = { time: 0 };
  const admission = new Admission({ ...limits, limitPlacement: true }, LIMITER, () => clock.time);
  const written = defer();
  const waits: Promise<void>[] = [];
  return {
    clock,
    admission,
    begin: (count: number) => {
      for (let at = 0; at < count; at++) waits.push(admission.wait(written.promise));
    },
    finish: async () => {
      written.resolve();
      await Promise.all(waits);
    },
  };
}

test("admission is overloaded while the oldest request of a backlog has waited longer than maxWait", async () => {
  const { clock, admission, begin, finish } = createAdmission({ maxConcurrent: 1000, maxWait: 100 });
  begin(MIN_BACKLOG);
  clock.time += 100;
  expect(admission.isOverloaded).toBe(false);
  clock.time += 1;
  expect(admission.isOverloaded).toBe(true);
  await finish();
  expect(admission.isOverloaded).toBe(false);
});

test("a backlog below the minimum never overloads admission", () => {
  const { clock, admission, begin } = createAdmission({ maxConcurrent: 1000, maxWait: 100 });
  begin(MIN_BACKLOG - 1);
  clock.time += 60_000;
  expect(admission.isOverloaded).toBe(false);
});

test("admission is overloaded at maxConcurrent requests in flight, until one fails or ends", async () => {
  const { admission, begin } = createAdmission({ maxConcurrent: 3, maxWait: 100 });
  begin(2);
  expect(admission.isOverloaded).toBe(false);
  const failed = admission.wait(Promise.reject(new Error("no")));
  expect(admission.isOverloaded).toBe(true);
  await expect(failed).rejects.toThrow("no");
  expect(admission.isOverloaded).toBe(false);
});

test("with limitPlacement off, placements are not limited by address", () => {
  const settings = { maxConcurrent: 1, maxWait: 1 };
  const limited = new Admission({ ...settings, limitPlacement: true }, LIMITER, () => 0);
  expect(limited.take("192.0.2.1")).toMatchObject({ limit: 1 });
  const unlimited = new Admission({ ...settings, limitPlacement: false }, LIMITER, () => 0);
  expect(unlimited.take("192.0.2.1")).toBe(UNLIMITED);
});
