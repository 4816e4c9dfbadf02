import { afterAll, expect, test } from "vitest";
import { type Attempt, LocalFailedSignIns } from "../../../src/service/accounts/failedSignIns.ts";
import { useFolder } from "../../support/folder.ts";
import { openKnownAddresses, waitForKnownAddresses } from "../support/knownAddresses.ts";

const MINUTE = 60_000;
const known = await openKnownAddresses(useFolder());
afterAll(waitForKnownAddresses);

const clock = { time: 0 };
const create = (maxKeys = 10) => new LocalFailedSignIns({ elapsed: () => clock.time, maxKeys, known });

/** Records `count` failures and lists the delay after each, in seconds. */
function listDelays(failures: LocalFailedSignIns, attempt: Attempt, count: number): number[] {
  return Array.from({ length: count }, () => {
    failures.fail(attempt);
    return failures.delay(attempt) / 1000;
  });
}

test("the fifth failed sign-in delays the next by a second, and each further one doubles the delay up to 15 minutes", () => {
  const failures = create();
  expect(listDelays(failures, { address: "a" }, 8)).toEqual([0, 0, 0, 0, 1, 2, 4, 8]);
  expect(listDelays(failures, { address: "a" }, 10).at(-1)).toBe(15 * 60);
  expect(failures.delay({ address: "b" })).toBe(0);
  expect(failures.delay({ address: "a", name: "ann" })).toBe(15 * MINUTE);
});

test("failed sign-ins are forgotten after an hour without a failure", () => {
  const failures = create();
  const attempt = { address: "a", name: "ann" };
  listDelays(failures, attempt, 6);
  clock.time = 1500;
  expect(failures.delay(attempt)).toBe(500);
  clock.time = 3000;
  expect(failures.delay(attempt)).toBe(0);
  clock.time = 60 * MINUTE - 1;
  expect(listDelays(failures, attempt, 1)).toEqual([4]);
  clock.time += 60 * MINUTE;
  expect(listDelays(failures, attempt, 5)).toEqual([0, 0, 0, 0, 1]);
});

test("beyond the maximum number of keys, the key whose last failure is oldest is forgotten", () => {
  const failures = create(2);
  for (const address of ["a", "b", "a", "c"]) listDelays(failures, { address }, 5);
  expect(["a", "b", "c"].map((address) => failures.delay({ address }) > 0)).toEqual([true, false, true]);
});

test("failures at a known address delay the user name only there", () => {
  const failures = create(100);
  failures.succeed({ address: "office", name: "ben" });
  failures.fail({ address: "office", name: "cas" });
  for (let times = 0; times < 4; times++) failures.fail({ address: "office", name: "ben" });
  // With the failure of the other name, the address has failed five times.
  expect(failures.delay({ address: "office", name: "ben" })).toBe(1000);
  expect(failures.delay({ address: "elsewhere", name: "ben" })).toBe(0);
});

test("a successful sign-in clears the failures of the user name at that address only", () => {
  const failures = create(100);
  for (let times = 0; times < 4; times++) failures.fail({ address: "a", name: "dora" });
  failures.succeed({ address: "a", name: "dora" });
  failures.fail({ address: "b", name: "dora" });
  expect(failures.delay({ address: "a", name: "dora" })).toBe(0);
  expect(failures.delay({ address: "c", name: "dora" })).toBe(1000);
});
