import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { KNOWN_ADDRESSES_FILE, KnownAddresses } from "../../../src/service/accounts/knownAddresses.ts";
import { useEmptyFolder } from "../../support/folder.ts";
import { openKnownAddresses } from "../support/knownAddresses.ts";

const DAY = 86_400_000;
const clock = { time: 100 * DAY };
const folder = useEmptyFolder();
const open = () => openKnownAddresses(folder, () => clock.time);

test("an address is known for 30 days after its last sign-in, across restarts", async () => {
  const known = await open();
  known.add("ann", "192.0.2.1");
  await known.waitForWrites();
  const restarted = await open();
  expect(restarted.has("ann", "192.0.2.1")).toBe(true);
  expect(restarted.has("ann", "192.0.2.2")).toBe(false);
  expect(restarted.has("ben", "192.0.2.1")).toBe(false);
  clock.time += 30 * DAY - 1;
  expect(restarted.has("ann", "192.0.2.1")).toBe(true);
  clock.time += 1;
  expect(restarted.has("ann", "192.0.2.1")).toBe(false);
  restarted.add("ben", "192.0.2.1");
  await restarted.waitForWrites();
  expect(Object.keys(JSON.parse(await readFile(join(folder, KNOWN_ADDRESSES_FILE), "utf8")))).toHaveLength(1);
});

test("only an account's latest 20 addresses are known, and the file contains them only as digests", async () => {
  const known = await open();
  for (let at = 0; at <= 20; at++) known.add("ann", `192.0.2.${at}`);
  await known.waitForWrites();
  const listKnown = Array.from({ length: 21 }, (_, at) => known.has("ann", `192.0.2.${at}`));
  expect(listKnown).toEqual([false, ...Array(20).fill(true)]);
  expect(await readFile(join(folder, KNOWN_ADDRESSES_FILE), "utf8")).not.toMatch(/ann|192\.0/);
});

test("an invalid file of known addresses is an error at the start, a failed write is only reported", async () => {
  await writeFile(join(folder, KNOWN_ADDRESSES_FILE), '{"a":1}');
  await expect(open()).rejects.toThrow("Remove it; the addresses that signed in before are lost.");
  const problems: unknown[] = [];
  const known = await KnownAddresses.open({
    file: join(folder, "none", "sign-ins.json"),
    key: Buffer.alloc(32),
    now: () => clock.time,
    onProblem: (error) => problems.push(error),
  });
  known.add("ann", "192.0.2.1");
  await expect.poll(() => problems).toMatchObject([{ code: "ENOENT" }]);
  expect(known.has("ann", "192.0.2.1")).toBe(true);
});
