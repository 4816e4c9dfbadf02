import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { findProgram } from "../../../src/service/runtime/programFile.ts";
import { useEmptyFolder } from "../../support/folder.ts";

const folder = useEmptyFolder();

test("a program is what is installed beside the service, and while it is missing the error says what to do", async () => {
  const caller = pathToFileURL(join(folder, "dist/service.mjs")).href;
  const find = () => findProgram("helper", "./helper.ts", caller);
  const path = join(folder, "dist/helper.mjs");
  await mkdir(join(folder, "dist"));
  expect(find).toThrow(
    `${path} is missing: zonetag-service is being upgraded or was removed. Restart the service once it is installed.`,
  );
  await writeFile(path, "");
  expect(find()).toEqual({ url: pathToFileURL(path), isSource: false });
  await rm(path);
  expect(find).toThrow("is missing");
});
