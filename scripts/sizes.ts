/** Compressed sizes of browser files, and their budgets. The build writes them to `dist/sizes.json`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import type { Metafile } from "esbuild";

/** Bytes after Brotli compression. */
export interface Size {
  bytes: number;
  budget: number;
}
export type Sizes = Record<string, Size>;

export interface Part {
  /** File that the part begins with, in `src/dashboard`. */
  entry: string;
  /** Part that opens it: its files are loaded before, and are imported from. */
  opener?: Part;
}

const FIRST: Part = { entry: "app/main.tsx" };
const MANAGEMENT: Part = { entry: "app/managementPages.tsx", opener: FIRST };

/** Parts of the dashboard that are loaded on demand. */
export const DASHBOARD_PARTS: Readonly<Record<string, Part>> = {
  "dashboard chart": { entry: "reports/chart/Canvas.tsx", opener: FIRST },
  "dashboard popovers": { entry: "reports/popovers.ts", opener: FIRST },
  "dashboard mailed report": { entry: "reports/controls/MailReport.tsx", opener: FIRST },
  "dashboard explanations": { entry: "explanations.ts", opener: FIRST },
  "dashboard management": MANAGEMENT,
  "dashboard conversions": { entry: "campaigns/ConversionSetUp.tsx", opener: MANAGEMENT },
  "dashboard people": { entry: "people/peoplePages.tsx", opener: MANAGEMENT },
  "dashboard settings": { entry: "people/settingsPage.tsx", opener: MANAGEMENT },
  "dashboard accounts": { entry: "people/Accounts.tsx", opener: MANAGEMENT },
  "dashboard QR code": { entry: "people/QrCode.tsx", opener: MANAGEMENT },
  "dashboard changes": { entry: "people/Changes.tsx", opener: MANAGEMENT },
  "dashboard subscriptions": { entry: "people/subscriptionPages.ts", opener: MANAGEMENT },
  "dashboard metric hints": { entry: "texts/metricHints.ts" },
  "dashboard German": { entry: "texts/de.ts" },
  "dashboard management German": { entry: "texts/managementDe.ts" },
  "dashboard people German": { entry: "people/peopleDe.ts" },
};

/** Maximum bytes after Brotli compression. */
const BUDGETS: Record<string, number> = {
  "zonetag.js": 7_600,
  "zonetag.mjs": 10_000,
  "single-file.mjs": 11_200,
  "consent.js": 1_024,
  "console.js": 12_900,
  "console-de.js": 13_900,
  "react.mjs": 400,
  "statistics.mjs": 11_200,
  "dashboard first load": 45_000,
  "dashboard chart": 24_000,
  "dashboard popovers": 10_600,
  "dashboard mailed report": 2_700,
  "dashboard explanations": 6_900,
  "dashboard management": 57_500,
  "dashboard conversions": 2_600,
  "dashboard people": 10_000,
  "dashboard settings": 8_000,
  "dashboard accounts": 7_500,
  "dashboard QR code": 5_000,
  "dashboard changes": 10_000,
  "dashboard subscriptions": 3_000,
  "dashboard metric hints": 2_000,
  "dashboard German": 5_900,
  "dashboard management German": 13_000,
  "dashboard people German": 3_400,
};

/** Counts the bytes that a browser downloads, compressed as the ad service does it. */
export function countBrotli(file: string): number {
  const bytes = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return brotliCompressSync(bytes, { params }).length;
}

/** Lists the dashboard's entry and everything that it imports before it runs. */
export function listFirstScripts(outputs: Metafile["outputs"]): string[] {
  const scripts = listScripts(outputs, FIRST.entry);
  if (scripts.length === 0) throw new Error("The dashboard has no entry.");
  return scripts;
}

/** Lists the output of a source file and everything that it imports before it runs. */
function listScripts(outputs: Metafile["outputs"], entry: string): string[] {
  const found = new Set(
    Object.keys(outputs).filter((file) => outputs[file]?.entryPoint?.endsWith(`/${entry}`)),
  );
  for (const file of found)
    for (const { path, kind } of outputs[file]?.imports ?? [])
      if (kind === "import-statement") found.add(path);
  return [...found];
}

/** Lists what a part loads in addition to the files that are loaded before it. */
export function listOnDemand(outputs: Metafile["outputs"], { entry, opener }: Part): string[] {
  const loaded = [...listFirstScripts(outputs), ...(opener ? listScripts(outputs, opener.entry) : [])];
  return listScripts(outputs, entry).filter((file) => !loaded.includes(file));
}

/** Measures a built folder. `dashboard`: outputs of the dashboard's bundle, named from `dist/`. */
export function measureFolder(folder: string, dashboard: Metafile["outputs"]): Sizes {
  const files: Record<string, string[]> = { "dashboard first load": listFirstScripts(dashboard) };
  for (const [name, part] of Object.entries(DASHBOARD_PARTS)) files[name] = listOnDemand(dashboard, part);
  const measure = (name: string) =>
    (files[name] ?? [`dist/${name}`]).reduce(
      (sum, file) => sum + countBrotli(join(folder, file.replace(/^dist\//, ""))),
      0,
    );
  return Object.fromEntries(
    Object.entries(BUDGETS).map(([name, budget]) => [name, { bytes: measure(name), budget }]),
  );
}

/** Reads the sizes of a built folder; empty before its first build. */
export function readSizes(folder: string): Sizes {
  try {
    return JSON.parse(readFileSync(join(folder, "sizes.json"), "utf8"));
  } catch {
    return {};
  }
}

/** Writes one line for each size that changed or exceeds its budget. */
export function describeSizes(before: Sizes, after: Sizes): string[] {
  const format = (bytes: number) => bytes.toLocaleString("en");
  return Object.entries(after)
    .filter(([name, { bytes, budget }]) => bytes !== before[name]?.bytes || bytes > budget)
    .map(([name, { bytes, budget }]) => {
      const change = bytes - (before[name]?.bytes ?? 0);
      const sign = change > 0 ? "+" : "";
      const over = bytes > budget ? ": over its budget" : "";
      return `${name}: ${format(bytes)} bytes brotli (${sign}${format(change)}) of ${format(budget)}${over}`;
    });
}
