/**
 * Bytes of the tag, in total and by source file, compared with a minimal tag (the floor) and its peers: `npm run bench
 * -- sizes`. Exact.
 */
import { countBytesByFile } from "./page/bytesByFile.ts";
import { writeSizeChart } from "./page/charts.ts";
import { type Contender, loadContenders } from "./page/contenders.ts";
import { compress } from "./page/mockServers.ts";
import { listRunners } from "./page/report.ts";
import { formatNumber, formatTable } from "./page/tables.ts";

export const name = "sizes";

export async function run(): Promise<string> {
  const contenders = await loadContenders();
  await writeSizeChart(contenders);
  return [
    "## Size of the script",
    writeSizes(contenders),
    "Minified bytes of each source file in `dist/zonetag.js`, before compression, by its source map:",
    writeBytesByFile(),
  ].join("\n\n");
}

function writeSizes(contenders: Contender[]): string {
  const rows = listRunners(contenders).map(({ title, version = "", script = Buffer.alloc(0) }) => [
    title,
    version,
    formatNumber(script.length),
    formatNumber(compress(script).length),
  ]);
  return formatTable(["Script", "Package", "Minified bytes", "Brotli bytes"], rows);
}

export function writeBytesByFile(): string {
  const rows = [...countBytesByFile()].sort(([, a], [, b]) => b - a);
  return formatTable(
    ["File", "Bytes"],
    rows.map(([path, bytes]) => [`\`${path}\``, formatNumber(bytes)]),
  );
}
