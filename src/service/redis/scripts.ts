/** Lua scripts that Redis runs atomically, one file each in `lua/`. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

interface Script {
  text: string;
  /** Digest by which Redis caches the script. */
  digest: string;
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
  | "holdClaim"
  | "mergeCountedEvents"
  | "mergeCountedGoals"
  | "probeWrites"
  | "releaseVisitorImpressions"
  | "removeDataMark"
  | "replaceSnapshot"
  | "reserveVisitorImpressions"
  | "retainImage"
  | "settleClaims"
  | "startEpoch"
  | "uncountImages";

let scripts: ReadonlyMap<string, Script> | undefined;

/** Returns a script. All are read on first use: without Redis none is needed, and later the package may be replaced. */
export function findScript(name: ScriptName): Script {
  scripts ??= readScripts();
  const script = scripts.get(name);
  if (!script) throw new Error(`There is no ${name}.lua.`);
  return script;
}

/** Reads the scripts, which are beside this code in a checkout and in the build. */
function readScripts(): Map<string, Script> {
  const folder = fileURLToPath(new URL("./lua/", import.meta.url));
  const files = readdirSync(folder).filter((file) => file.endsWith(".lua"));
  return new Map(files.map((file) => [basename(file, ".lua"), readScript(join(folder, file))]));
}

function readScript(file: string): Script {
  const text = readFileSync(file, "utf8");
  return { text, digest: createHash("sha1").update(text).digest("hex") };
}
