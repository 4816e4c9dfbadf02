/** Sections of `bench/RESULTS.md` in their order, their sources, and whether their figures are current. */
import { execFileSync } from "node:child_process";

const SERVICE = "src/service";
const PLACEMENTS = [
  ...["catalogue", "delivery", "http", "net", "placement", "signing", "tracking"].map(
    (folder) => `${SERVICE}/${folder}`,
  ),
  "src/protocol",
  "bench/service",
];
const STORE = [
  ...["facts", "journal", "duckdb"].map((folder) => `${SERVICE}/${folder}`),
  "bench/storedFacts.ts",
];
const INTERFACE = ["interface", "statisticsRoutes", "accounts", "reports"].map(
  (folder) => `${SERVICE}/${folder}`,
);
const REPORTS = [...STORE, ...INTERFACE];
const CLUSTER = [
  ...["redis", "facts", "journal", "clickhouse"].map((folder) => `${SERVICE}/${folder}`),
  "bench/cluster",
];

/** The file of each measurement, then other files and folders that affect its figures. */
export const SECTIONS = {
  // Exact: a test compares it with the build.
  sizes: ["bench/tagBytes.ts"],
  page: ["bench/tagBesidePeers.ts", "src/tag", "src/protocol", "bench/page"],
  paired: ["bench/tagScriptTime.ts", "src/tag", "src/protocol", "bench/page"],
  decision: ["bench/campaignChoice.ts", `${SERVICE}/placement`, `${SERVICE}/delivery`, "bench/service"],
  unfilled: ["bench/emptyPlacements.ts", `${SERVICE}/placement`, `${SERVICE}/delivery`, "bench/service"],
  service: ["bench/placementLoad.ts", ...PLACEMENTS, ...STORE],
  overload: ["bench/placementOverload.ts", ...PLACEMENTS],
  conversions: ["bench/beforeConversions.ts", ...PLACEMENTS],
  changes: ["bench/catalogueChanges.ts", ...PLACEMENTS, `${SERVICE}/management`],
  "sign-ins": ["bench/placementsBesideSignIns.ts", ...PLACEMENTS, ...INTERFACE],
  pipelines: ["bench/placementsBesidePipelines.ts", ...PLACEMENTS],
  explanations: [
    "bench/placementsBesideExplanations.ts",
    ...PLACEMENTS,
    ...INTERFACE,
    `${SERVICE}/management`,
  ],
  refusals: [
    "bench/refusedBodies.ts",
    ...PLACEMENTS,
    ...INTERFACE,
    `${SERVICE}/management`,
    "test/service/support/refusedBodies.ts",
  ],
  statistics: ["bench/reportDuration.ts", ...REPORTS, `${SERVICE}/import`],
  month: ["bench/simulatedMonth.ts", `${SERVICE}/delivery`, "test/service/support/simulatedDays.ts"],
  imports: ["bench/importCommand.ts", ...STORE, `${SERVICE}/import`],
  beside: ["bench/placementsBesideReports.ts", ...PLACEMENTS, ...REPORTS],
  fairness: ["bench/lightReportsBesideHeavy.ts", ...REPORTS],
  scale: ["bench/yearOfEvents.ts", ...PLACEMENTS, ...REPORTS, `${SERVICE}/import`],
  growth: ["bench/monthOfEvents.ts", ...REPORTS],
  storage: ["bench/eventStorage.ts", ...STORE],
  cluster: ["bench/nodesOnRedis.ts", ...PLACEMENTS, ...CLUSTER],
  "cluster-reports": ["bench/clickhouseReports.ts", ...CLUSTER, ...INTERFACE],
  faults: [
    "bench/moneyUnderFaults.ts",
    ...CLUSTER,
    `${SERVICE}/delivery`,
    "test/cluster/faults.test.ts",
    "test/service/redis/moneyFaults.test.ts",
  ],
} satisfies Record<string, [file: string, ...string[]]>;

export type SectionName = keyof typeof SECTIONS;
export const SECTION_NAMES = Object.keys(SECTIONS) as SectionName[];

export const openMark = (name: string) => `<!-- ${name} -->\n`;
export const closeMark = (name: string) => `<!-- /${name} -->\n`;

/** Returns a section's text without its marks; empty when it was never measured. */
export function readSection(results: string, name: SectionName): string {
  const from = results.indexOf(openMark(name));
  return from < 0 ? "" : results.slice(from + openMark(name).length, results.indexOf(closeMark(name)));
}

/** Lists the sections whose sources have changed since they were measured. */
export function listStale(root: string, results: string): string[] {
  return SECTION_NAMES.flatMap((name) => {
    const [, revision] = / at ([0-9a-f]{7,40}): /.exec(readSection(results, name)) ?? [];
    if (!revision) return [`${name}: not measured`];
    const changes = countChanges(root, revision, SECTIONS[name]);
    if (changes === undefined)
      return [`${name}: measured at ${revision}, which this repository does not have`];
    return changes ? [`${name}: measured at ${revision}; commits to its sources since: ${changes}`] : [];
  });
}

/** Counts the commits since the revision that changed one of the paths; undefined when the revision is unknown. */
function countChanges(root: string, revision: string, paths: readonly string[]): number | undefined {
  const args = ["rev-list", "--count", `${revision}..HEAD`, "--", ...paths];
  try {
    return Number(
      execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }),
    );
  } catch {
    return undefined;
  }
}
