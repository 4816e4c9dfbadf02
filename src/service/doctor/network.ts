/** Checks the port, the proxies in front of the service, and the origin that visitors use. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import * as v from "valibot";
import { builtFolder } from "../builtFolder.ts";
import { closeServer, listen } from "../http/listen.ts";
import { parseNetwork } from "../net/address.ts";
import { describeThrown } from "../runtime/thrown.ts";
import { type Finding, reportAbout } from "./finding.ts";

/** Timeout, milliseconds. */
const TIMEOUT = 5000;

/** Checks the port. `isRunning`: whether the port is in use because a service already runs there. */
export async function checkPort(at: {
  host: string;
  port: number;
}): Promise<{ finding: Finding; isRunning: boolean }> {
  const { ok, problem } = reportAbout("Port");
  const server = createServer();
  try {
    await listen(server, at);
    await closeServer(server, 0);
    return { finding: ok(`${at.port} on ${at.host} is free.`), isRunning: false };
  } catch (error) {
    if (await isOwnService(at)) return { finding: ok(`The service answers on ${at.port}.`), isRunning: true };
    return { finding: problem(`${describeThrown(error)} ${adviseOnPort(at.port)}`), isRunning: false };
  }
}

function adviseOnPort(port: number): string {
  const privileged = port < 1024 ? "Ports below 1024 need root: leave 80 and 443 to a proxy. " : "";
  return `${privileged}Find the program that listens there with: ss -ltnp; or change --host or --port.`;
}

async function isOwnService({ host, port }: { host: string; port: number }): Promise<boolean> {
  const answer = await fetchText(`${toOrigin({ host, port })}/zonetag.js`);
  return "text" in answer && answer.text.includes("zonetag");
}

function toOrigin({ host, port }: { host: string; port: number }): string {
  const isAny = /^(0\.0\.0\.0|::)$/.test(host);
  const name = host.includes(":") ? `[${host}]` : host;
  return `http://${isAny ? "localhost" : name}:${port}`;
}

const readinessSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ ready: v.boolean(), problem: v.optional(v.string()), warning: v.optional(v.string()) }),
);

/** Passes on what the running service says about itself, such as an address that may be a proxy and is not trusted. */
export async function checkReadiness(at: { host: string; port: number }): Promise<Finding> {
  const { ok, warning, problem } = reportAbout("Service");
  const answer = await fetchText(`${toOrigin(at)}/readyz`);
  if ("error" in answer)
    return problem(`/readyz does not answer: ${answer.error}. Look at the service's log.`);
  const state = v.safeParse(readinessSchema, answer.text);
  if (!state.success)
    return problem(`/readyz answers ${answer.status}, not as a service of this version does.`);
  const { ready, problem: reason, warning: advice } = state.output;
  if (!ready) return problem(reason ?? "It is not ready. Look at its log.");
  return advice === undefined ? ok("It is ready.") : warning(advice);
}

interface ProxySettings {
  origin?: string | undefined;
  trustedProxies: readonly string[];
}

/** Checks the settings that determine visitors' addresses. */
export function checkProxies({ origin, trustedProxies }: ProxySettings): Finding {
  const { ok, problem } = reportAbout("Proxies");
  const open = trustedProxies.find((network) => parseNetwork(network)?.[1] === 0);
  if (open !== undefined)
    return problem(
      `--trusted-proxies ${open} trusts everyone, so visitors can forge their address. Name only the proxy, such as 127.0.0.1.`,
    );
  if (origin?.startsWith("https:") && trustedProxies.length === 0)
    return problem(
      `${origin} needs a proxy that terminates TLS, but none is trusted: all visitors appear with the proxy's address and share its limits. Set --trusted-proxies to the proxy's address, such as 127.0.0.1.`,
    );
  return ok(
    trustedProxies.length === 0
      ? "No proxy is trusted: visitors' addresses are those of their connections."
      : `X-Forwarded-For is taken from ${trustedProxies.join(", ")}.`,
  );
}

/** Checks that visitors get this service's tag at `--origin`, through all proxies in between. */
export async function checkOrigin(origin: string): Promise<Finding> {
  const { ok, warning, problem } = reportAbout("Origin");
  const answer = await fetchText(`${origin}/zonetag.js`);
  if ("error" in answer)
    return problem(
      `${origin} does not answer: ${answer.error}. Check its DNS entry, its certificate, and that the proxy runs.`,
    );
  if (answer.status !== 200)
    return problem(
      `${origin}/zonetag.js answers ${answer.status}. Check that the proxy passes requests on to --host and --port.`,
    );
  if (answer.text !== readFileSync(join(builtFolder(), "zonetag.js"), "utf8"))
    return warning(
      `${origin}/zonetag.js is not the tag of this version. Check that the proxy forwards to this service, and that no cache has an older copy.`,
    );
  return ok(`${origin} serves this service's tag.`);
}

type Fetched = { status: number; text: string } | { error: string };

async function fetchText(address: string): Promise<Fetched> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT) });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    // `fetch` has the reason in `cause`: https://undici.nodejs.org/#/docs/api/Errors
    const { cause } = error as { cause?: unknown };
    return { error: describeThrown(cause ?? error) };
  }
}
