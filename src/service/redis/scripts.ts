/** What Redis runs at once: Lua, one file each in `lua/`. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

export interface Script {
  text: string;
  /** What Redis knows it by once it has run. */
  digest: string;
}

/** In a checkout and in the built program the scripts lie beside this code. */
function readScript(name: string): Script {
  const text = readFileSync(new URL(`./lua/${name}.lua`, import.meta.url), "utf8");
  return { text, digest: createHash("sha1").update(text).digest("hex") };
}

export type ScriptName =
  | ("account" | "claim" | "close" | "epoch" | "failure" | "limit")
  | ("merge" | "publish" | "settle" | "sighting");

const scripts = new Map<ScriptName, Script>();

/** Read when it is first needed: a service without Redis needs none. */
export function findScript(name: ScriptName): Script {
  let script = scripts.get(name);
  if (!script) {
    script = readScript(name);
    scripts.set(name, script);
  }
  return script;
}
