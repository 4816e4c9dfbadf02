/** Contracts of marks of sent mails and of the claim of the node that sends, on one machine and in Redis. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, vi } from "vitest";
import { LocalSentMarks, SENT_MAILS_FILE } from "../../../src/service/accounts/localSentMarks.ts";
import { CLAIM_HOLDS_MS } from "../../../src/service/mail/regularMailSchedule.ts";
import { type MailClaim, type SentMarks, SINGLE_NODE } from "../../../src/service/mail/regularMails.ts";
import { MAILING } from "../../../src/service/redis/names.ts";
import { useEmptyFolder } from "../../support/folder.ts";
import { Cluster, manage } from "./engines.ts";
import { type Engine, testEach, testWithRedis } from "./tests.ts";

const folder = useEmptyFolder();
let cluster: Cluster | undefined;

afterEach(async () => {
  await cluster?.stop();
  cluster = undefined;
});

interface Parts {
  marks: SentMarks;
  claim: MailClaim;
}

async function openLocal(onProblem = vi.fn()): Promise<Parts> {
  const marks = await LocalSentMarks.open({ file: join(folder, SENT_MAILS_FILE), onProblem });
  return { marks, claim: SINGLE_NODE };
}

/** Opens the parts of another node. */
async function openShared(): Promise<Parts> {
  cluster ??= await Cluster.start();
  const { sentMarks, mailClaim } = await manage(await cluster.addNode({ timeout: 200 }));
  return { marks: sentMarks, claim: mailClaim };
}

const ENGINES: Engine<() => Promise<Parts>>[] = [
  ["on one machine", openLocal, false],
  ["in Redis", openShared, true],
];

testEach(
  ENGINES,
  "%s, a mark is read by its key, also by the next start, until it is replaced",
  async (open) => {
    const { marks } = await open();
    expect(await marks.read("report 3 of user 7")).toBeUndefined();
    await marks.write("report 3 of user 7", "2026-11-29");
    await marks.write("report 3 of user 7", "2026-11-30");
    await marks.write("alerts of user 7", '{"zones":[1]}');
    const again = await open();
    expect(await again.marks.read("report 3 of user 7")).toBe("2026-11-30");
    expect(await again.marks.read("alerts of user 7")).toBe('{"zones":[1]}');
  },
);

testEach(ENGINES, "%s, marks that are not kept are dropped", async (open) => {
  const { marks } = await open();
  for (const key of ["a", "b", "c"]) await marks.write(key, "1");
  await marks.keep((key) => key === "b");
  await marks.keep(() => true);
  const again = await open();
  expect(await Promise.all(["a", "b", "c"].map((key) => again.marks.read(key)))).toEqual([
    undefined,
    "1",
    undefined,
  ]);
});

testEach(ENGINES, "%s, a claim that is held can be renewed, released and taken again", async (open) => {
  const { claim } = await open();
  expect([await claim.hold(), await claim.hold()]).toEqual([true, true]);
  await claim.release();
  expect(await claim.hold()).toBe(true);
});

testEach(
  [["on one machine", openLocal, false]],
  "%s, a damaged file is reported and starts empty",
  async () => {
    await writeFile(join(folder, SENT_MAILS_FILE), "[1]");
    const onProblem = vi.fn();
    const { marks } = await openLocal(onProblem);
    expect(onProblem).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        message: expect.stringContaining("The latest mail of each subscription may be sent again"),
      }),
    );
    await marks.write("a", "1");
    expect(JSON.parse(await readFile(join(folder, SENT_MAILS_FILE), "utf8"))).toEqual([["a", "1"]]);
  },
);

testWithRedis("one node at a time has the claim, which ends by itself and with a release", async () => {
  const [one, two] = [await openShared(), await openShared()];
  expect([await one.claim.hold(), await two.claim.hold()]).toEqual([true, false]);
  const left = Number(await cluster?.redis.send("PTTL", MAILING));
  expect(left).toBeGreaterThan(CLAIM_HOLDS_MS - 60_000);
  expect(left).toBeLessThanOrEqual(CLAIM_HOLDS_MS);
  // The release of a node without the claim changes nothing.
  await two.claim.release();
  expect([await two.claim.hold(), await one.claim.hold()]).toEqual([false, true]);
  await one.claim.release();
  await expect.poll(() => two.claim.hold()).toBe(true);
  await cluster?.redis.send("PEXPIRE", MAILING, "1");
  await expect.poll(() => one.claim.hold()).toBe(true);
  expect(await two.claim.hold()).toBe(false);
});

testWithRedis(
  "while Redis is away, no node has the claim, and marks are neither read nor written",
  async () => {
    const { claim, marks } = await openShared();
    expect(await claim.hold()).toBe(true);
    cluster?.redis.freeze();
    await expect(claim.hold()).rejects.toThrow("Redis");
    for (const use of [marks.read("a"), marks.write("a", "1"), marks.keep(() => true), claim.release()])
      await expect(use).rejects.toThrow("Redis");
  },
);
