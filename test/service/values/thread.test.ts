import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { startThread } from "../../../src/service/values/thread.ts";

test("a thread runs the source beside its caller in a checkout, and lets requests go first", async () => {
  const thread = startThread("none", "./threadFixture.ts", import.meta.url);
  const [message] = await once(thread, "message");
  expect(message).toEqual({
    source: "threadFixture.ts",
    nice: process.platform === "linux" ? 19 : undefined,
  });
  await thread.terminate();
});

test("a thread runs the file of its name beside the bundle in a build", async () => {
  const folder = await mkdtemp(join(tmpdir(), "zonetag-thread-"));
  try {
    const source = 'import { parentPort } from "node:worker_threads"; parentPort.postMessage("built");';
    await writeFile(join(folder, "reports.mjs"), source);
    const caller = pathToFileURL(join(folder, "service.mjs")).href;
    const thread = startThread("reports", "./none.ts", caller);
    expect(await once(thread, "message")).toEqual(["built"]);
    await thread.terminate();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
