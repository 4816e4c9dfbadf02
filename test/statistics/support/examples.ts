/** Runs the examples of a guide one after the other, as one program. */
import { readFile } from "node:fs/promises";
import { transform } from "esbuild";

/** Returns the TypeScript blocks of a guide. */
export async function listExamples(path: string): Promise<string[]> {
  const guide = await readFile(path, "utf8");
  return [...guide.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = ""]) => code);
}

/**
 * Runs the examples and returns the values that they declare. `modules` replaces imported modules. Files that the
 * examples write are created in the folder.
 */
export async function runExamples(
  examples: readonly string[],
  folder: string,
  modules: Record<string, object>,
): Promise<Record<string, unknown>> {
  const source = examples.join("\n");
  const names = [...source.matchAll(/^(?:const|let) (\w+)/gm)].map(([, name]) => name);
  const { code } = await transform(source, { loader: "ts", format: "esm" });
  const program = code
    .replace(/import (\{[^}]*\}) from ("[^"]*");/g, "var $1 = await load($2);")
    .replace(/createWriteStream\("/g, `createWriteStream("${folder}/`);
  const load = async (name: string) => modules[name] ?? import(name);
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
  return AsyncFunction(
    "load",
    "console",
    `${program}\nreturn { ${names.join(", ")} };`,
  )(load, {
    log: () => {},
    error: () => {},
  });
}
