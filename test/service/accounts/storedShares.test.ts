/** Shared links in the data folder, across a restart. */
import { expect, test } from "vitest";
import { addTokens, NETWORK } from "../support/catalogue.ts";
import { useService } from "../support/service.ts";

const service = await useService(
  { accounts: addTokens(NETWORK), sites: [], zones: [], campaigns: [] },
  { limitUser: 0 },
);
const send = (method: string, path: string, body?: object) => service.send("token-2", method, path, body);

test("links with days and a title survive a restart", async () => {
  const period = { from: "2026-11-01", to: "2026-11-07", compared: { from: "2026-10-25", to: "2026-10-31" } };
  const link = { name: "Link", title: "News", role: "publisher", view: "?", days: 30, period };
  const { token } = (await send("POST", "/v2/shares", link)).json;
  await service.restart();
  expect((await send("GET", "/v2/shares")).json.result).toMatchObject([{ title: "News", period }]);
  expect((await service.send(token, "GET", "/v2/account")).json.share).toMatchObject({
    title: "News",
    period,
  });
});
