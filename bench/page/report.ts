/** Writes the page measurement as Markdown. */

import type { Contender } from "./contenders.ts";
import { DELAY } from "./mockServers.ts";
import { computeRatio, median } from "./ratio.ts";
import type { Cell, Visits } from "./rounds.ts";
import { formatNumber, formatRatio, formatTable } from "./tables.ts";
import type { Visit } from "./visit.ts";

export interface Measured {
  cell: Cell;
  visits: Visits;
}

export interface PageReport {
  contenders: Contender[];
  /** The browser's name and version. */
  browser: string;
  measured: Measured[];
}

type Metric = (visit: Visit, alone: Visits[string]) => number;

/** Timed metrics, with a row for each slowdown and size. */
const TIMES: { title: string; note: string; of: Metric; alone?: true }[] = [
  { title: "Script time", note: "Milliseconds of processor time in the script.", of: (v) => v.script },
  {
    title: "Longest task",
    note: "Milliseconds of processor time of the longest task with any of the script in it, layout and all.",
    of: (v) => v.longestTask,
  },
  {
    title: "Tasks over 50 ms",
    note: "Those that ran any of the script.",
    of: (v) => v.longTasks,
    alone: true,
  },
  { title: "Navigation to ad request", note: "Milliseconds.", of: (v) => v.adRequest },
  { title: "Navigation to last impression", note: "Milliseconds.", of: (v) => v.lastImpression },
  {
    title: "Largest contentful paint",
    note: "Milliseconds later (or earlier, below zero) than the page without ads.",
    of: (v, alone) => v.largestPaint - median(alone.map((one) => one.largestPaint)),
    alone: true,
  },
];

/** Metrics that do not depend on time, measured at full speed. */
const COUNTS: { title: string; of: Metric }[] = [
  { title: "Requests for ads", of: (v) => v.requests },
  { title: "Preflights", of: (v) => v.preflights },
  { title: "Impressions", of: (v) => v.impressions },
  { title: "Forced layouts", of: (v) => v.forcedLayouts },
  { title: "Forced style recalculations", of: (v) => v.forcedStyles },
  { title: "Layout shift", of: (v) => v.shift },
  { title: "Nodes added", of: (v, alone) => v.nodes - median(alone.map((one) => one.nodes)) },
  { title: "Heap kept, KiB", of: (v, alone) => (v.heap - median(alone.map((one) => one.heap))) / 1024 },
  { title: "Bytes on the wire, KiB", of: (v) => v.bytes / 1024 },
];

const OUTCOMES: Record<string, string> = {
  nothing: "no ads (every zone null)",
  error: "status 500",
  hang: "no answer",
};

export function writePageReport(report: PageReport): string {
  const shown = report.measured.filter(({ cell }) => cell.mode === "banners");
  const failing = report.measured.filter(({ cell }) => cell.mode !== "banners");
  return [
    "## Page",
    writeMethod(report),
    ...TIMES.flatMap(({ title, note, of, alone }) => [
      `### ${title}`,
      note,
      writeTimes(report.contenders, shown, of, !alone),
    ]),
    "### Counts",
    "At full speed; medians.",
    writeCounts(report.contenders, shown),
    "### When there is nothing to show",
    writeFailures(report.contenders, failing),
  ].join("\n\n");
}

export function listRunners(contenders: Contender[]): Contender[] {
  return contenders.filter(({ script }) => script);
}

/**
 * Writes one row for each slowdown and size: every contender's median, and the tag relative to the floors and its
 * peers.
 */
function writeTimes(contenders: Contender[], measured: Measured[], of: Metric, compared: boolean): string {
  const all = listRunners(contenders);
  const against = all.filter(({ name }) => name !== "zonetag");
  const head = ["Processor, zones", ...all.map(({ title }) => title)];
  const rows = measured.map(({ cell, visits }) => {
    const values = (name: string) => (visits[name] ?? []).map((one) => of(one, visits.none ?? []));
    const medians = all.map(({ name }) => formatNumber(median(values(name))));
    const ratios = against.map(({ name }) => formatRatio(computeRatio(values("zonetag"), values(name))));
    return { label: labelCell(cell), medians, ratios };
  });
  const plain = formatTable(
    head,
    rows.map(({ label, medians }) => [label, ...medians]),
  );
  if (!compared) return plain;
  const ratios = formatTable(
    ["zonetag ÷", ...against.map(({ title }) => title)],
    rows.map(({ label, ratios }) => [label, ...ratios]),
  );
  return `${plain}\n\n${ratios}`;
}

function labelCell({ slowdown, zones }: Cell): string {
  return `${slowdown === 1 ? "full speed" : `${slowdown}× slower`}, ${zones}`;
}

function writeCounts(contenders: Contender[], measured: Measured[]): string {
  const all = listRunners(contenders);
  const rows = COUNTS.flatMap(({ title, of }) =>
    measured
      .filter(({ cell }) => cell.slowdown === 1)
      .map(({ cell, visits }) => {
        const values = (name: string) => (visits[name] ?? []).map((one) => of(one, visits.none ?? []));
        return [`${title}, ${cell.zones}`, ...all.map(({ name }) => formatNumber(median(values(name))))];
      }),
  );
  return formatTable(["Count, zones", ...all.map(({ title }) => title)], rows);
}

function writeFailures(contenders: Contender[], measured: Measured[]): string {
  const all = listRunners(contenders);
  const parts: [string, Metric][] = [
    ["requests for ads", (v) => v.requests],
    ["script time, ms", (v) => v.script],
    ["nodes added", (v, alone) => v.nodes - median(alone.map((one) => one.nodes))],
    ["heap kept, KiB", (v, alone) => (v.heap - median(alone.map((one) => one.heap))) / 1024],
  ];
  const rows = measured.flatMap(({ cell, visits }) =>
    parts.map(([title, of]) => {
      const values = (name: string) => (visits[name] ?? []).map((one) => of(one, visits.none ?? []));
      const label = `${OUTCOMES[cell.mode]}, ${cell.zones} zones: ${title}`;
      return [label, ...all.map(({ name }) => formatNumber(median(values(name))))];
    }),
  );
  return formatTable(["The service gives", ...all.map(({ title }) => title)], rows);
}

function writeMethod({ contenders, browser, measured }: PageReport): string {
  const peers = contenders.flatMap(({ version }) => version ?? []).join(", ");
  const rounds = measured
    .filter(({ cell }) => cell.mode === "banners")
    .map(({ cell, visits }) => `${labelCell(cell)} zones: ${visits.floor?.length}`)
    .join("; ");
  return METHOD.replace("BROWSER", browser)
    .replace("PEERS", peers)
    .replace("ROUNDS", rounds)
    .replace("DELAY", String(DELAY));
}

const METHOD = `One page, one job: N boxes, N banners of the same bytes, N impressions. \
The page and the ad service are two origins on the loopback interface; the service answers each script in its own \
dialect after DELAY ms. Browser: BROWSER. Peers: PEERS.

- **floor**: the shortest script for this one page (\`bench/page/scripts/floor.js\`): scan, POST, link and image for \
each zone, ping at once. No checks, no settings.
- **careful floor**: the floor with what an impression must have to count: the ping waits for the banner's image and \
outlives the page (\`keepalive\`).
- **zonetag**: \`dist/zonetag.js\` as built, on the same page, configured by attributes alone.
- **Prebid.js**: from npm, with its Prebid Server adapter and no other module, bundled as the package's README says \
and minified by esbuild; banners shown as in its documentation's example of running without an ad server (one frame \
a zone); the impression is a pixel in the markup, the cheapest way for the script. Its timeouts are 3 s.
- **Kevel SDK**: the package's own file for browsers with the few lines that its README shows: one decision request, \
ready markup set as HTML, \`pixels.fire\` for each impression.

Each visit has its own context and process, starts cold and has nothing on the page but the one script. The browser \
is driven over its pipe with no network, page or console instrumentation. Contenders run in turn (A B C A B C …). \
Numbers are medians; a ratio stands with its 95 % interval from 2,000 bootstrap draws of whole rounds. A contender \
that has spent 30 s in a row of a table sits out its remaining rounds; a dash means that it had not shown its banners \
after 60 s.

Script time is the main thread's processor time in the outermost \`EvaluateScript\`, \`v8.compile\`, \`FunctionCall\` \
and \`RunMicrotasks\` events of the trace, from navigation to the last impression and a little after. Any of these \
that names another script stops the run, so the microtasks, which carry no address, are the script's own; code in \
frames that a script writes counts as its own. Compiling on another thread is not counted. A forced layout is a \
\`Layout\` event inside script time. The processor is slowed with \`Emulation.setCPUThrottlingRate\`, which works \
only on a machine with nothing else to do. Heap and nodes \
are taken after a garbage collection, less those of the page without ads. Bytes on the wire are those of the sockets \
of both origins, headers included; scripts and pages go out as Brotli.

Rounds made in the time that a run has: ROUNDS. Each failure is one visit.`;
