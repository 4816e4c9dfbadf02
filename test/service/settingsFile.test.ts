import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Command } from "commander";
import { afterEach, expect, test, vi } from "vitest";
import { addSettings, countBackground, type Settings } from "../../src/service/settings.ts";
import { useFolder } from "../support/folder.ts";

const folder = useFolder();
afterEach(() => vi.unstubAllEnvs());

async function write(text: string): Promise<string> {
  const file = join(folder, "service.jsonc");
  await writeFile(file, text);
  return file;
}

function read(...args: string[]): Settings {
  return addSettings(new Command().exitOverride()).parse(args, { from: "user" }).opts();
}

test.each([
  ...[
    "--request-timeout",
    "--keep-alive",
    "--report-timeout",
    "--stop-after",
    "--drain-delay",
    "--redis-timeout",
  ],
])("%s refuses more than 2147483647 ms, with which a timer would fire at once", (flag) => {
  const needed = ["--catalogue", "a.json", "--data", "data"];
  expect(() => read(...needed, flag, "2147483647")).not.toThrow();
  expect(() => read(...needed, flag, "2147483648")).toThrow("to 2147483647.");
});

test.each(["--trusted-proxies", "--unlimited-addresses"])(
  "%s accepts addresses and networks and refuses anything else",
  (flag) => {
    expect(read("--data", "d", flag, "127.0.0.1, ::ffff:127.0.0.0/104")).toMatchObject({
      [flag === "--trusted-proxies" ? "trustedProxies" : "unlimitedAddresses"]: [
        ...["127.0.0.1", "::ffff:127.0.0.0/104"],
      ],
    });
    for (const network of ["10", "10/8", "10.0/8", "010.0.0.0/8", "::ffff:10.0.0.0/8", "proxy.example"])
      expect(() => read("--data", "d", flag, `127.0.0.1,${network}`)).toThrow(
        `${network} is neither an address nor a network such as 10.0.0.0/8.`,
      );
  },
);

test("--credential-origins accepts origins of pages, written as browsers send them, and nothing else", () => {
  const given = "https://News.example:443, http://localhost:8080/ ,https://xn--bcher-kva.example";
  expect(read("--data", "d", "--credential-origins", given)).toMatchObject({
    credentialOrigins: ["https://news.example", "http://localhost:8080", "https://xn--bcher-kva.example"],
  });
  for (const wrong of [
    "*",
    "null",
    "news.example",
    "https://news.example/path",
    "file:///x",
    "https://b.example?x",
  ])
    expect(() => read("--data", "d", "--credential-origins", wrong)).toThrow(
      `${wrong} is not the origin of a page, such as https://www.example.com.`,
    );
});

test("settings are read from a file, with paths relative to that file", async () => {
  const file = await write(`{
    // where things are
    "catalogue": "catalogue.json",
    "data": "/var/lib/zonetag",
    "port": 0,
    "limit-ip": "300",
    "limit-placement": false,
    "trusted-proxies": ["10.0.0.0/8", "::1"],
  }`);
  expect(read("--config", file)).toMatchObject({
    catalogue: join(folder, "catalogue.json"),
    data: "/var/lib/zonetag",
    port: 0,
    limitIp: 300,
    limitPlacement: false,
    trustedProxies: ["10.0.0.0/8", "::1"],
    maxZones: 100,
  });
});

test("the command line overrides the environment, which overrides the file", async () => {
  const file = await write(`{
    "catalogue": "c.json", "data": "d", "port": 1, "max-zones": 1, "max-body": 1, "limit-ip": 1
  }`);
  vi.stubEnv("ZONETAG_CONFIG", file);
  vi.stubEnv("ZONETAG_MAX_ZONES", "2");
  vi.stubEnv("ZONETAG_MAX_BODY", "2");
  const expected = { port: 1, maxZones: 2, maxBody: 3, limitIp: 3 };
  expect(read("--max-body", "3", "--limit-ip", "3")).toMatchObject(expected);
  expect(read("--max-body", "3", "--config", file, "--limit-ip", "3")).toMatchObject(expected);
});

test.each([
  ["[]", /service\.jsonc: expected an object of settings/],
  ['{ "limt-ip": 1 }', /"limt-ip" is not a setting/],
  ['{ "config": "other.json" }', /"config" is not a setting/],
  ['{ "port": "many" }', /port: Expected a whole number/],
  ['{ "port": 1.5 }', /port: Expected a whole number/],
  ['{ "log-level": "loud" }', /log-level: Allowed choices are/],
  ['{ "limit-placement": 0 }', /limit-placement: expected true or false/],
  ['{ "port": null }', /port: expected a text, a number or a list/],
  ["{", /service\.jsonc:1:1: This is not JSON\. Unexpected token/],
])("the settings file %s is refused", async (text, message) => {
  const file = await write(text);
  expect(() => read("--config", file, "--catalogue", "c", "--data", "d")).toThrow(message);
});

test("background work gets one thread on up to two processors and two on more", () => {
  expect([1, 2, 3, 4, 64].map(countBackground)).toEqual([1, 1, 2, 2, 2]);
});
