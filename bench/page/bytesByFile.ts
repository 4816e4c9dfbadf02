/** Attributes the bytes of the built tag to source files. */
import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { join } from "node:path";

const DIST = join(import.meta.dirname, "../../dist");

/** Counts bytes by source path. Bytes without a source, such as the wrapper, count under the built file's name. */
export function countBytesByFile(): Map<string, number> {
  const script = readFileSync(join(DIST, "zonetag.js"), "utf8");
  const map = new SourceMap(JSON.parse(readFileSync(join(DIST, "zonetag.js.map"), "utf8")));
  const bytes = new Map<string, number>();
  script.split("\n").forEach((text, line) => {
    for (let column = 0; column < text.length; column++) {
      const entry = map.findEntry(line, column);
      const own = "generatedLine" in entry && entry.generatedLine === line ? entry.originalSource : undefined;
      const path = own?.replace("../", "") ?? "dist/zonetag.js";
      bytes.set(path, (bytes.get(path) ?? 0) + 1);
    }
  });
  return bytes;
}
