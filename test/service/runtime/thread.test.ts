import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { startThread } from "../../../src/service/runtime/thread.ts";
import { makeFolder } from "../../support/folder.ts";

test("in a checkout, a thread runs the source file next to its caller at low priority", async () => {
  const thread = startThread("none", "./threadFixture.ts", import.meta.url);
  const [message] = await once(thread, "message");
  expect(message).toEqual({
    source: "threadFixture.ts",
    nice: process.platform === "linux" ? 19 : undefined,
  });
  await thread.terminate();
});

test("in a build, a thread runs the file of its name next to the bundle", async () => {
  const folder = makeFolder();
  const source = 'import { parentPort } from "node:worker_threads"; parentPort.postMessage("built");';
  await writeFile(join(folder, "reports.mjs"), source);
  const thread = startThread("reports", "./none.ts", pathToFileURL(join(folder, "service.mjs")).href);
  expect(await once(thread, "message")).toEqual(["built"]);
  await thread.terminate();
});
