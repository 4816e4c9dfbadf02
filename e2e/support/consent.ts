/** Consent platforms for test pages: the IAB's own stub and libraries. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { build } from "esbuild";
import type { Site } from "./site.ts";

const require = createRequire(import.meta.url);

/** TC string with consent to all purposes, for the platform with the id 31. */
export const TC_STRING = "CPXxRfAPXxRfAAfKABENB-CgAP_AAAAAAAYgAAAAAAAA";
/** TC string without any consent. */
export const REFUSAL = "CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA";

/**
 * Stub that the standard requires and no package contains: it queues listeners and answers messages.
 * https://github.com/InteractiveAdvertisingBureau/Global-Privacy-Platform/blob/main/Core/CMP%20API%20Specification.md
 */
const GPP_STUB = `(() => {
  const queue = [], events = [];
  const pingData = { gppVersion: "1.1", cmpStatus: "stub", cmpDisplayStatus: "hidden", signalStatus: "not ready",
    supportedAPIs: [], cmpId: 0, sectionList: [], applicableSections: [0], gppString: "", parsedSections: {} };
  window.__gpp = (command, callback, parameter, version) => {
    if (!command) return queue;
    if (command === "events") return events;
    if (command === "ping") callback(pingData, true);
    else if (command === "addEventListener") {
      const id = events.push({ callback, parameter, id: events.length + 1 });
      callback({ eventName: "listenerRegistered", listenerId: id, data: true, pingData }, true);
    } else queue.push([command, callback, parameter, version]);
  };
  addEventListener("message", ({ data, source }) => {
    const call = data?.__gppCall;
    if (call) window.__gpp(call.command, (returnValue, success) =>
      source.postMessage({ __gppReturn: { returnValue, success, callId: call.callId } }, "*"), call.parameter, call.version);
  });
  const frame = document.createElement("iframe");
  frame.name = "__gppLocator";
  frame.hidden = true;
  document.documentElement.append(frame);
})()`;

/** Bundles the platforms by path. Each sets `window.cmp` when its script runs. */
async function bundlePlatforms(): Promise<Record<string, string>> {
  const bundle = async (source: string) => {
    const { outputFiles } = await build({
      stdin: { contents: source, resolveDir: import.meta.dirname },
      bundle: true,
      write: false,
      minify: true,
      logLevel: "error",
    });
    return outputFiles[0]?.text ?? "";
  };
  return {
    "/tcf-stub.js": readFileSync(require.resolve("@iabtechlabtcf/stub"), "utf8"),
    "/tcf-platform.js": await bundle(
      `import { CmpApi } from "@iabtechlabtcf/cmpapi"; window.cmp = new CmpApi(31, 1, true);`,
    ),
    "/gpp-stub.js": GPP_STUB,
    "/gpp-platform.js": await bundle(
      `import { CmpApi } from "@iabgpp/cmpapi"; window.cmp = new CmpApi(31, 1);`,
    ),
  };
}

let platforms: Promise<Record<string, string>> | undefined;

/** Serves stubs and platforms on a site. */
export async function servePlatforms({ pages }: Site): Promise<void> {
  platforms ??= bundlePlatforms();
  for (const [path, source] of Object.entries(await platforms))
    pages[path] = (response) =>
      void response.writeHead(200, { "content-type": "text/javascript; charset=utf-8" }).end(source);
}
