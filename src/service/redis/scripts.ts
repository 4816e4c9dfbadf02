/** Lua scripts that Redis runs atomically, one file each in `lua/`. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

interface Script {
  text: string;
  /** Digest by which Redis caches the script. */
  digest: string;
}

/** Reads a script, which is beside this code in a checkout and in the build. */
function readScript(name: string): Script {
  const text = readFileSync(new URL(`./lua/${name}.lua`, import.meta.url), "utf8");
  return { text, digest: createHash("sha1").update(text).digest("hex") };
}

export type ScriptName =
  | "appendChanges"
  | "changeBudgetAccount"
  | "claimEvents"
  | "closeBudgetReservations"
  | "countFailedSignIn"
  | "countHeartbeat"
  | "countImage"
  | "countRequest"
  | "countVisitorImpression"
  | "endSessions"
  | "fillCollection"
  | "forgetImage"
  | "freeBudgetReservations"
  | "mergeCountedEvents"
  | "probeWrites"
  | "releaseVisitorImpressions"
  | "removeDataMark"
  | "replaceSnapshot"
  | "reserveVisitorImpressions"
  | "retainImage"
  | "settleClaims"
  | "startEpoch"
  | "uncountImages";

const scripts = new Map<ScriptName, Script>();

/** Returns a script, read on first use: without Redis none is needed. */
export function findScript(name: ScriptName): Script {
  let script = scripts.get(name);
  if (!script) {
    script = readScript(name);
    scripts.set(name, script);
  }
  return script;
}
