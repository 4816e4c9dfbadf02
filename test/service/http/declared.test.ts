/** With a catalogue declared in a file, everything can be read and nothing changed over HTTP. */
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listKeys } from "../../../src/protocol/tables.ts";
import { INTERFACE_ROUTES } from "../../../src/service/http/routes.ts";
import type { Route } from "../../../src/service/openapi/routeEntry.ts";
import { hashPassword } from "../../../src/service/signing/passwords.ts";
import { makeFolder } from "../../support/folder.ts";
import { aCampaign, aCatalogueObject, aNetwork, aVariation, NETWORK } from "../support/catalogue.ts";
import { listStatuses } from "../support/documentedStatuses.ts";
import { testService, useService } from "../support/service.ts";

const PASSWORD = await hashPassword("a long password");
const CATALOGUE = aNetwork({
  accounts: NETWORK.map((account) => ({ ...account, username: account.role, password: PASSWORD })),
});

const service = await useService(CATALOGUE, { limitUser: 0 }, { isDeclared: true });
/** Login tokens by user name. */
const tokens = new Map<string, string>();
for (const { role: username } of NETWORK) {
  const { json } = await call(username, "POST /v2/login", { username, password: "a long password" });
  tokens.set(username, json.token);
}

function call(role: string, name: string, body: unknown = {}) {
  const [method = "", path = ""] = name.replace(/:\w+/g, "1").split(" ");
  const sent = method === "GET" ? undefined : body;
  return service.send(tokens.get(role) ?? "", method, path, sent, { "If-Match": "*" });
}

const routes = listKeys(INTERFACE_ROUTES).map((name): [string, Route] => [name, INTERFACE_ROUTES[name]]);
const changing = routes.filter(([, { changesCatalogue }]) => changesCatalogue);

test("the routes marked as changing the catalogue are exactly the expected ones", () => {
  expect(changing.map(([name]) => name).sort()).toEqual(
    [
      ...["POST /v2/accounts", "PATCH /v2/accounts/:id", "POST /v2/sites", "PATCH /v2/sites/:id"],
      ...["POST /v2/zones", "PATCH /v2/zones/:id", "POST /v2/campaigns", "PATCH /v2/campaigns/:id"],
      ...["POST /v2/campaigns/:id/creatives", "PATCH /v2/campaigns/:id/creatives/:creative"],
      ...["POST /v2/sites/bulk", "POST /v2/zones/bulk", "POST /v2/campaigns/bulk"],
      ...["approve", "reject", "withdraw"].map(
        (decision) => `POST /v2/campaigns/:id/creatives/:creative/${decision}`,
      ),
      ...["POST /v2/images", "PATCH /v2/account", "POST /v2/setup"],
    ].sort(),
  );
});

test.each(changing)(
  "%s returns 409, as documented, because the catalogue is declared, and shows the file only to networks",
  async (name, { access }) => {
    expect(listStatuses(name)).toContain(409);
    for (const role of ["network", "publisher", "advertiser"] as const) {
      const { status, json } = await call(role, name);
      if (Array.isArray(access) && !access.includes(role)) {
        expect([role, status]).toEqual([role, 403]);
        continue;
      }
      expect([role, status, json.code]).toEqual([role, 409, "declared"]);
      expect(json.message.includes(service.catalogueFile)).toBe(role === "network" && access !== "login");
    }
  },
);

test("/readyz and the metrics contain the digest of the file in use", async () => {
  const digest = createHash("sha256")
    .update(await readFile(service.catalogueFile))
    .digest("hex");
  expect((await call("network", "GET /readyz")).json).toMatchObject({ ready: true, catalogue: digest });
  expect(await service.metrics()).toContain(`zonetag_declared_catalogue{digest="${digest}"} 1`);
});

test("/v2/account reports a declared catalogue; its file and the default share only to networks", async () => {
  expect((await call("network", "GET /v2/account")).json).toMatchObject({
    catalogue: "declared",
    catalogue_file: service.catalogueFile,
    publisher_share: "0.70",
  });
  const { json } = await call("publisher", "GET /v2/account");
  expect([json.catalogue, "catalogue_file" in json, "publisher_share" in json]).toEqual([
    "declared",
    false,
    false,
  ]);
});

test("entries are readable, and after a reload those of the new file", async () => {
  expect((await call("publisher", "GET /v2/zones")).json.result).toMatchObject([{ id: 1, name: "Top" }]);
  const zones = [{ id: 1, site: 1, name: "Renamed", size: "300x250" }];
  await writeFile(service.catalogueFile, JSON.stringify({ ...CATALOGUE, zones }));
  await service.reload();
  expect((await call("publisher", "GET /v2/zones")).json.result).toMatchObject([{ id: 1, name: "Renamed" }]);
  expect((await call("network", "PATCH /v2/zones/1", { name: "Mine" })).json.code).toBe("declared");
});

test.each([
  ["with", { creatives: tmpdir() }],
  ["without", {}],
])("a missing image below /creatives/ prevents the start %s --creatives", async (_how, settings) => {
  const variations = [{ ...aVariation(1), image: "/creatives/none.png" }];
  const catalogue = aCatalogueObject({ campaigns: [aCampaign({ id: 1, variations })] });
  const data = makeFolder();
  const started = testService(catalogue, { data, ...settings }, { isDeclared: true });
  await expect(started).rejects.toThrow(
    `campaigns[0].variations[0].image: there is no file none.png in ${join(data, "creatives")}`,
  );
});
