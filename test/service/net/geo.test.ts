import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { locateCountry, openGeoDatabase } from "../../../src/service/net/geo.ts";
import { useEmptyFolder } from "../../support/folder.ts";
import { writeMmdb } from "../support/mmdb.ts";

const folder = useEmptyFolder();

test.each([
  ["80.128.0.1", { country: "DEU" }],
  ["2003::1", { country: "DEU" }],
  ["127.0.0.1", {}],
  ["10.0.0.1", {}],
  ["::1", {}],
])("the bundled database locates %s in %j", (address, location) => {
  expect(locateCountry(address)).toEqual(location);
});

test("a city database returns the known country and region of an address", async () => {
  const file = join(folder, "city.mmdb");
  const networks = {
    "192.0.2.0/25": { country: { iso_code: "GB" }, subdivisions: [{ iso_code: "SCT" }, { iso_code: "EDH" }] },
    "192.0.2.128/25": { country: { iso_code: "GB" } },
    "198.51.100.0/25": { country: { iso_code: "GB" }, subdivisions: [] },
    "198.51.100.128/25": { country: { iso_code: "ZZ" }, subdivisions: [{ iso_code: "SCT" }] },
    "203.0.113.0/24": { city: "Nowhere" },
  };
  await writeFile(file, writeMmdb(networks));
  const locate = openGeoDatabase(file);
  expect(locate("192.0.2.1")).toEqual({ country: "GBR", subdivision: "GB-SCT" });
  expect(locate("192.0.2.200")).toEqual({ country: "GBR" });
  expect(locate("198.51.100.1")).toEqual({ country: "GBR" });
  for (const address of ["198.51.100.200", "203.0.113.1", "8.8.8.8"]) expect(locate(address)).toEqual({});
});

test("without a city database the bundled country database is used", () => {
  expect(openGeoDatabase(undefined)("8.8.8.8")).toEqual({ country: "USA" });
});

test("an invalid city database is refused with its file name", async () => {
  const file = join(folder, "none.mmdb");
  await writeFile(file, "none");
  expect(() => openGeoDatabase(file)).toThrow(`${file} is not a city database: `);
});
