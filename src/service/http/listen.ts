/** Opens a server's port, and closes it without interrupting requests in flight. */
import { once } from "node:events";
import type { Server } from "node:http";
import { Server as NetServer } from "node:net";
import { setImmediate } from "node:timers/promises";
import { describeThrown, findErrorCode } from "../runtime/thrown.ts";

/** Resolves with the origin: `http://127.0.0.1:8080`. Rejects with a one-line error when it cannot listen. */
export async function listen(
  server: Server,
  { host, port }: { host: string; port: number },
): Promise<string> {
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    const code = findErrorCode(error);
    // The kernel has no IPv6.
    if (code === "EAFNOSUPPORT" && host === "::") return listen(server, { host: "0.0.0.0", port });
    if (code === "EADDRINUSE") throw new Error(`Port ${port} of ${host} is in use.`);
    if (code === "EACCES") throw new Error(`Port ${port} of ${host} is not permitted for this user.`);
    throw new Error(`Cannot listen on ${host}:${port}: ${describeThrown(error)}`);
  }
  const bound = server.address();
  // `address()` returns a string for a pipe, and null before the port is open:
  // https://nodejs.org/api/net.html#serveraddress
  if (bound === null || typeof bound === "string") throw new Error(`Port ${port} of ${host} is not open.`);
  return `http://${bound.family === "IPv6" ? `[${bound.address}]` : bound.address}:${bound.port}`;
}

/**
 * Interval at which idle connections are closed while stopping. They are kept for one interval, because a request may
 * be on its way and closing would reset it.
 */
const SWEEP_MS = 100;

/**
 * Closes the server and resolves once all connections are closed. Connections still busy after `withinMs` are cut.
 * Responses must already carry `Connection: close`.
 */
export async function closeServer(server: Server, withinMs: number): Promise<void> {
  // Closing the port would reset connections that wait to be accepted. One turn of the event loop accepts them.
  await setImmediate();
  await setImmediate();
  // `close` of HTTP servers closes idle connections at once: https://nodejs.org/api/http.html#serverclosecallback
  const closed = new Promise<void>((done) => NetServer.prototype.close.call(server, () => done()));
  const sweeping = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const timeout = setTimeout(() => server.closeAllConnections(), withinMs);
  await closed;
  clearTimeout(timeout);
  clearInterval(sweeping);
}
