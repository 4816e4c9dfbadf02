/**
 * Figures in the pages, between comments that name their source. `npm run build` and `npm run bench` write them:
 *
 * - `<!-- budget zonetag.js -->7,600<!-- /budget -->`: a budget of `sizes.ts`, by file.
 * - `<!-- result storage: time for a million keys -->0.048 s<!-- /result -->`: a row of `bench/RESULTS.md`, by section and
 *   label. A third part names the column; a label may span several cells: `10,000, 10`.
 * - `<!-- result cluster: carries … requests a second -->24,901<!-- /result -->`: the figure at `…` in a section's text.
 */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readSection, SECTION_NAMES } from "./benchSections.ts";
import { readSizes, type Sizes } from "./sizes.ts";

const MARK = /(<!-- (budget|result) (.+?) -->).*?(<!-- \/\2 -->)/gs;

export interface FigureSources {
  sizes: Sizes;
  /** Text of `bench/RESULTS.md`. */
  results: string;
}

/** Returns the page with current figures; throws when a mark names a figure that does not exist. */
export function writeFigures(page: string, { sizes, results }: FigureSources): string {
  return page.replace(MARK, (_all, open: string, kind: string, name: string, close: string) => {
    const figure = kind === "budget" ? sizes[name]?.budget.toLocaleString("en") : findResult(results, name);
    if (figure === undefined) throw new Error(`There is no figure for ${open}.`);
    return `${open}${figure}${close}`;
  });
}

function findResult(results: string, name: string): string | undefined {
  const [section = "", label = "", column] = name.split(": ");
  const known = SECTION_NAMES.find((one) => one === section);
  if (!known) return undefined;
  const text = readSection(results, known);
  const figure = label.includes("…") ? findInText(text, label) : findInTables(text, label, column);
  return figure?.replace(/^\d{4,}$/, (digits) => Number(digits).toLocaleString("en"));
}

function findInText(text: string, phrase: string): string | undefined {
  const [before = "", after = ""] = phrase
    .split("…")
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`${before}(\\d[\\d.,]*?)${after}`).exec(text)?.[1];
}

/** Returns the first cell with this label and column. Without a column, it is the cell after the label. */
function findInTables(text: string, label: string, column: string | undefined): string | undefined {
  for (const [table] of text.matchAll(/(?:^\|.*\n)+/gm)) {
    const [heads = [], , ...rows] = table
      .trimEnd()
      .split("\n")
      .map((line) =>
        line
          .split("|")
          .slice(1, -1)
          .map((cell) => cell.trim()),
      );
    for (const cells of rows) {
      const labels = cells.findIndex((_cell, at) => cells.slice(0, at).join(", ") === label);
      const figure = labels > 0 ? cells[column === undefined ? labels : heads.indexOf(column)] : undefined;
      if (figure !== undefined) return figure;
    }
  }
  return undefined;
}

/** Lists the pages that may contain figures, relative to the repository. */
export async function listPages(root: string): Promise<string[]> {
  const guides = (await readdir(join(root, "docs"))).filter((name) => name.endsWith(".md"));
  const pages = ["README.md", "ARCHITECTURE.md", "SECURITY.md", "packages/zonetag/README.md"];
  return [...pages, "packages/service/README.md", ...guides.map((name) => `docs/${name}`)];
}

export async function readFigureSources(root: string): Promise<FigureSources> {
  return {
    sizes: readSizes(join(root, "dist")),
    results: await readFile(join(root, "bench/RESULTS.md"), "utf8"),
  };
}

/** Writes the current figures into all pages. */
export async function updateFigures(root: string): Promise<void> {
  const sources = await readFigureSources(root);
  for (const page of await listPages(root)) {
    const path = join(root, page);
    const before = await readFile(path, "utf8");
    const after = writeFigures(before, sources);
    if (after !== before) await writeFile(path, after);
  }
}
