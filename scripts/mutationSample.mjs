import { createHash } from "node:crypto";

/**
 * Lets Stryker try ZONETAG_SAMPLE mutants of an area instead of all, drawn by ZONETAG_SEED: each has the same chance,
 * and the same seed draws the same mutants as long as the sources stay the same. All other mutants are reported as
 * errors, which Stryker leaves out of its score.
 *
 * @implements {import("@stryker-mutator/api/check").Checker}
 */
class Sample {
  /** @type {Set<string>} */
  #drawn = new Set();

  async init() {}

  /** @param {import("@stryker-mutator/api/core").Mutant[]} mutants all of the area; Stryker asks once, before any check */
  async group(mutants) {
    const ranked = mutants.map((mutant) => ({ id: mutant.id, rank: rank(mutant) }));
    ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1));
    this.#drawn = new Set(ranked.slice(0, readSize()).map(({ id }) => id));
    return [mutants.map(({ id }) => id)];
  }

  /** @param {import("@stryker-mutator/api/core").Mutant[]} mutants */
  async check(mutants) {
    const leftOut = { status: "compileError", reason: "not drawn" };
    return Object.fromEntries(
      mutants.map(({ id }) => [id, this.#drawn.has(id) ? { status: "passed" } : leftOut]),
    );
  }
}

/**
 * Estimates the score of the whole area from the sample.
 * @implements {import("@stryker-mutator/api/report").Reporter}
 */
class Estimate {
  /** @type {import("@stryker-mutator/api/report").Reporter["onMutationTestReportReady"]} */
  onMutationTestReportReady(_report, { systemUnderTestMetrics: { metrics } }) {
    const { totalDetected, totalValid, compileErrors } = metrics;
    const [low, high] = estimateShare(totalDetected, totalValid);
    console.log(
      `${totalDetected} of ${totalValid} mutants noticed, drawn from ${totalValid + compileErrors}: ` +
        `of all, between ${formatPercent(low)} and ${formatPercent(high)} (95 % confidence).`,
    );
  }
}

/** @param {import("@stryker-mutator/api/core").Mutant} mutant */
function rank({ fileName, location, mutatorName, replacement }) {
  // Stryker mutates a copy in a temporary folder.
  const file = fileName.slice(fileName.lastIndexOf("/src/"));
  const identity = [process.env.ZONETAG_SEED ?? "1", file, location, mutatorName, replacement];
  return createHash("sha256").update(JSON.stringify(identity)).digest("hex");
}

function readSize() {
  const size = Number(process.env.ZONETAG_SAMPLE);
  if (!Number.isInteger(size) || size < 1) throw new Error("ZONETAG_SAMPLE is a number of mutants, from 1.");
  return size;
}

/**
 * Computes Wilson's interval, which is valid for small samples and for shares near one:
 * https://www.itl.nist.gov/div898/handbook/prc/section2/prc241.htm
 *
 * @param {number} hits
 * @param {number} draws
 */
function estimateShare(hits, draws) {
  const z = 1.96;
  const share = hits / draws;
  const middle = share + z ** 2 / (2 * draws);
  const reach = z * Math.sqrt((share * (1 - share)) / draws + z ** 2 / (4 * draws ** 2));
  const scale = 1 + z ** 2 / draws;
  return [(middle - reach) / scale, (middle + reach) / scale];
}

/** @param {number} share */
function formatPercent(share) {
  return `${(100 * share).toFixed(1)} %`;
}

/** https://stryker-mutator.io/docs/stryker-js/guides/create-a-plugin/ */
export const strykerPlugins = [
  { kind: "Checker", name: "sample", injectableClass: Sample },
  { kind: "Reporter", name: "estimate", injectableClass: Estimate },
];
