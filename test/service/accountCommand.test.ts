// @programs Starts a process for each command.
/** `account currency` with the built program. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { startService } from "../../e2e/support/service.ts";
import { toDocument } from "../../src/service/catalogue/document.ts";
import { replay } from "../../src/service/catalogue/logFiles.ts";
import { createLiveData } from "../../src/service/people/takeSignIns.ts";
import { useEmptyFolder } from "../support/folder.ts";
import { aCatalogueObject } from "./support/catalogue.ts";
import { runProgram } from "./support/program.ts";

const CATALOGUE = aCatalogueObject({ campaigns: [] });
const folder = useEmptyFolder();

const run = (data: string, ...args: string[]) => runProgram(["account", "currency", ...args, "--data", data]);

async function readCurrency(data: string): Promise<unknown> {
  const { document } = await replay(join(data, "catalogue"));
  return document.accounts?.find(({ id }) => id === 2)?.currency;
}

test("the currency of an account changes after a confirmation only", async () => {
  const data = join(folder, "data");
  await createLiveData(data, toDocument(CATALOGUE));
  expect(await run(data, "2", "ZZZ", "--confirm", "ZZZ")).toMatchObject({
    code: 1,
    error: expect.stringContaining("Expected a code of ISO 4217, such as EUR."),
  });
  expect(await run(data, "99", "EUR", "--confirm", "EUR")).toMatchObject({
    code: 1,
    error: "ad service: There is no account 99.\n",
  });
  expect(await run(data, "2", "EUR", "--confirm", "SEK")).toMatchObject({
    code: 1,
    out: expect.stringContaining("Account 2 (Advertiser): USD becomes EUR.\nNothing is converted"),
    error: "ad service: The code was not repeated. Nothing was changed.\n",
  });
  expect(await readCurrency(data)).toBeUndefined();
  expect(await run(data, "2", "EUR", "--confirm", "EUR")).toMatchObject({
    code: 0,
    out: expect.stringMatching(/Account 2 \(Advertiser\) has the currency EUR\.\n$/),
  });
  expect(await readCurrency(data)).toBe("EUR");
  expect((await run(data, "2", "EUR")).out).toBe("Account 2 (Advertiser) already has the currency EUR.\n");
});

test("the command changes the catalogue of a running service", async () => {
  const data = join(folder, "data");
  const service = await startService({ catalogue: CATALOGUE, data });
  expect(await run(data, "2", "EUR", "--confirm", "EUR")).toMatchObject({ code: 0 });
  await service.stop();
  expect(await readCurrency(data)).toBe("EUR");
});
