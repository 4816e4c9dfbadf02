/** Opens a server's port, and closes it without cutting off the requests in flight. */
import { once } from "node:events";
import type { Server } from "node:http";
import { readCode, readMessage } from "../values/thrown.ts";

/** Returns the address: `http://127.0.0.1:8080`. Rejects with an error that says in one line why it cannot listen. */
export async function listen(
  server: Server,
  { host, port }: { host: string; port: number },
): Promise<string> {
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    const code = readCode(error);
    if (code === "EADDRINUSE") throw new Error(`Port ${port} of ${host} is in use.`);
    if (code === "EACCES") throw new Error(`Port ${port} of ${host} may not be used.`);
    throw new Error(`Cannot listen on ${host}:${port}: ${readMessage(error)}`);
  }
  const bound = server.address();
  // Text for a pipe, null before a port is open: https://nodejs.org/api/net.html#serveraddress
  if (bound === null || typeof bound === "string") throw new Error(`Port ${port} of ${host} is not open.`);
  return `http://${bound.family === "IPv6" ? `[${bound.address}]` : bound.address}:${bound.port}`;
}

/** How often idle connections are closed while stopping. */
const SWEEP_MS = 50;

/** Resolves once all connections are closed; those that are still busy after so many milliseconds are cut off. */
export async function closeServer(server: Server, withinMs: number): Promise<void> {
  const closed = new Promise<void>((done) => server.close(() => done()));
  // A connection that was busy when the stop began is idle later.
  const sweeping = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const timeout = setTimeout(() => server.closeAllConnections(), withinMs);
  await closed;
  clearTimeout(timeout);
  clearInterval(sweeping);
}
