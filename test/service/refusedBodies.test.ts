/**
 * Refusing a body costs at most twice as much as accepting a valid one of the same size. Cost is counted in properties
 * read, problems created and characters quoted. `npm run bench -- refusals` measures processor time.
 */
import { expect, test, vi } from "vitest";
import { writeProblem } from "../../src/protocol/problems.ts";
import { MAX_PROBLEMS, type Problems } from "../../src/protocol/validation.ts";
import { CatalogueError, changeCatalogue, parseCatalogue } from "../../src/service/catalogue/catalogue.ts";
import { ChangeRefused } from "../../src/service/management/refusal.ts";
import { checkRequest } from "../../src/service/placement/readRequest.ts";
import { parseReportRequest } from "../../src/service/reports/request.ts";
import { runAtOnce } from "../../src/service/runtime/slices.ts";
import { MAX_REFUSAL, ProblemList, writeErrors } from "../../src/service/values/problemList.ts";
import { manage } from "./management/support.ts";
import { type Bodies, MANAGEMENT, MAX_BODY, PLACEMENT, STATISTICS } from "./support/refusedBodies.ts";

/** Validates a parsed body as a route does. Resolves with the problems of the response. */
type Read = (body: unknown) => Promise<Problems>;

const readPlacement: Read = async (body) => {
  const reading = checkRequest(body, { maxZones: 100, isIpRequired: false });
  return "problems" in reading ? writeErrors(reading.problems) : [];
};

const readReport: Read = async (body) => {
  const viewer = { kind: "network", role: "advertiser", goals: 0 } as const;
  const reading = parseReportRequest(body, { viewer, now: 0, dateTimezone: "UTC" });
  return "errors" in reading ? writeErrors(reading.errors) : [];
};

const CATALOGUE = {
  accounts: [
    { id: 1, name: "Publisher", role: "publisher", network: 3 },
    { id: 2, name: "Advertiser", role: "advertiser", network: 3 },
    { id: 3, name: "Network", role: "network" },
  ],
  sites: [{ id: 1, account: 1, name: "Site", hostname: "site.example" }],
  zones: [{ id: 1, site: 1, name: "Zone", size: "300x250" }],
  campaigns: [],
};

const createCampaign: Read = async (body) => {
  const { management, catalogue } = await manage(CATALOGUE);
  const network = catalogue().accounts.get(3);
  if (!network) throw new Error("No such account.");
  try {
    await management.create(network, "campaigns", body);
    return [];
  } catch (error) {
    if (!(error instanceof ChangeRefused) || !error.problems) throw error;
    return writeErrors(error.problems);
  }
};

interface Cost {
  /** Number of properties of the body that were read or listed. */
  reads: number;
  /** Number of problems created, including those that the response omits. */
  made: number;
  /** Number of characters in the paths and messages of these problems. */
  written: number;
  problems: Problems;
}

async function measure(text: string, read: Read): Promise<Cost> {
  let reads = 0;
  const count = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value;
    return new Proxy(value, {
      get(target, key, receiver) {
        reads += 1;
        return count(Reflect.get(target, key, receiver));
      },
      ownKeys(target) {
        const keys = Reflect.ownKeys(target);
        reads += keys.length;
        return keys;
      },
    });
  };
  const add = vi.spyOn(ProblemList.prototype, "add");
  const problems = await read(count(JSON.parse(text)));
  const texts = add.mock.calls.map(([path, problem]) => path + writeProblem(problem));
  add.mockRestore();
  return { reads, problems, made: texts.length, written: texts.join("").length };
}

/** Nested lists have a limit of their own, hence twice the maximum. */
const MAX_MADE = 2 * (MAX_PROBLEMS + 1);
const INTERFACES: [string, Bodies, Read][] = [
  ["placement", PLACEMENT, readPlacement],
  ["report", STATISTICS, readReport],
  ["campaign", MANAGEMENT, createCampaign],
];
const KINDS = INTERFACES.flatMap(([name, { valid, refused }, read]) =>
  Object.entries(refused).map(([kind, text]) => ({ name, kind, text, valid, read })),
);

test.each(INTERFACES)("the valid %s of almost 64 KB is accepted", async (_name, { valid }, read) => {
  expect(await read(JSON.parse(valid))).toEqual([]);
  expect(valid.length).toBeGreaterThan(0.95 * MAX_BODY);
  expect(valid.length).toBeLessThanOrEqual(MAX_BODY);
});

test.each(KINDS)("a $name refused for $kind costs at most twice as much as a valid one", async (one) => {
  const { text, valid, read } = one;
  expect(text.length).toBeGreaterThan(0.9 * MAX_BODY);
  const [refused, taken] = [await measure(text, read), await measure(valid, read)];
  expect(refused.problems.length).toBeGreaterThan(0);
  expect(refused.reads).toBeLessThanOrEqual(2 * taken.reads);
  expect(refused.made).toBeLessThanOrEqual(MAX_MADE);
  expect(refused.written).toBeLessThanOrEqual(2 * MAX_REFUSAL);
  expect(JSON.stringify({ errors: refused.problems }).length).toBeLessThanOrEqual(MAX_REFUSAL);
});

test.each(Object.entries(MANAGEMENT.refused))(
  "a catalogue change refused for %s creates a bounded number of problems",
  (_kind, text) => {
    const catalogue = parseCatalogue(CATALOGUE);
    const { variations, ...fields } = JSON.parse(text);
    const entry = {
      id: 1,
      ...fields,
      variations: variations.map((each: object, at: number) => ({ id: at + 1, ...each })),
    };
    const refused = () => runAtOnce(changeCatalogue(catalogue, [{ list: "campaigns", entry }], []));
    expect(refused).toThrow(CatalogueError);
    try {
      refused();
    } catch (error) {
      expect(error).toHaveProperty(
        "problems.length",
        expect.toSatisfy((made: number) => made <= MAX_MADE),
      );
    }
  },
);
