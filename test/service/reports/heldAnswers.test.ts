/** Limits on the bytes of answers that clients have not read yet. */
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { HeldAnswers } from "../../../src/service/reports/heldAnswers.ts";
import { Reports } from "../../../src/service/reports/reports.ts";
import { BusyError } from "../../../src/service/runtime/gate.ts";
import { makeFolder } from "../../support/folder.ts";
import { CATALOGUE, prepareReport } from "../statisticsRoutes/support.ts";

const ANSWER = "0123456789";

/** Creates reports whose answers are files of ten bytes in a temporary folder. */
async function createReports(held: HeldAnswers) {
  const folder = makeFolder();
  let made = 0;
  const writeAnswer = async () => {
    made += 1;
    const path = join(folder, `${made}`);
    await writeFile(path, ANSWER);
    return path;
  };
  const settings = { maxReports: 1, reportTimeout: 60_000 };
  const reports = new Reports({ writeAnswer, hasParquet: false }, settings, () => {}, held);
  const { request, scope } = prepareReport("publisher-one", "publisher", { group_by: ["date"] });
  const open = (owner: number) => reports.open(request, scope, CATALOGUE, "csv", { owner });
  return { folder, open, countMade: () => made };
}

test("an account at its limit of unread bytes gets no report until an answer is read or cancelled", async () => {
  const { folder, open, countMade } = await createReports(new HeldAnswers(20, 1000));
  const [read, cancelled] = [await open(1), await open(1)];
  await expect(open(1)).rejects.toBeInstanceOf(BusyError);
  expect(countMade()).toBe(2);
  expect(await new Response(await open(2)).text()).toBe(ANSWER);
  expect(await new Response(read).text()).toBe(ANSWER);
  const next = await open(1);
  await expect(open(1)).rejects.toBeInstanceOf(BusyError);
  await cancelled.cancel();
  expect(await new Response(await open(1)).text()).toBe(ANSWER);
  await next.cancel();
  expect(await readdir(folder)).toEqual([]);
});

test("reports requested concurrently are limited like sequential ones", async () => {
  const { open } = await createReports(new HeldAnswers(20, 1000));
  const opened = await Promise.allSettled(Array.from({ length: 10 }, () => open(1)));
  const answers = opened.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  // One slot for light reports, hence one report at a time.
  expect(answers).toHaveLength(2);
  for (const one of opened) if (one.status === "rejected") expect(one.reason).toBeInstanceOf(BusyError);
  for (const one of answers) await one.cancel();
});

test("unread answers of all accounts together are limited", () => {
  const held = new HeldAnswers(1000, 20);
  const releases = [1, 2].map((account) => held.hold(account, 10));
  expect(() => held.checkSpace(3)).toThrow(BusyError);
  releases[0]?.();
  releases[0]?.();
  held.checkSpace(3);
  held.hold(3, 10);
  expect(() => held.checkSpace(1)).toThrow(BusyError);
});

test("by default unread answers are limited to 1 GiB for an account and 4 GiB in total", () => {
  const held = new HeldAnswers();
  const limit = 1024 ** 3;
  held.hold(1, limit - 1);
  held.checkSpace(1);
  held.hold(1, 1);
  expect(() => held.checkSpace(1)).toThrow(BusyError);
  for (const account of [2, 3]) held.hold(account, limit);
  held.hold(4, limit - 1);
  held.checkSpace(5);
  held.hold(5, 1);
  expect(() => held.checkSpace(6)).toThrow(BusyError);
});
