/** Applications that import the tag. */
import { resolve } from "node:path";
import { rolldown } from "rolldown";

const MODULE = resolve(import.meta.dirname, "../../dist/zonetag.mjs");

/** Bundles a module that imports `zonetag`, with a bundler that the project's build does not use. */
export async function bundle(source: string): Promise<string> {
  const application = await rolldown({
    input: "app",
    external: [/console\.js$/],
    plugins: [
      {
        name: "app",
        resolveId: (id) => (id === "app" ? id : id === "zonetag" ? MODULE : null),
        load: (id) => (id === "app" ? source : null),
      },
    ],
  });
  const { output } = await application.generate({ format: "es", codeSplitting: false });
  return output[0].code;
}
