/** Server on a free loopback port that can be stopped at once. */
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export interface Running {
  origin: string;
  port: number;
  server: Server;
  /** Closes the port and all connections. */
  stop(): Promise<void>;
}

export async function listen(handler: RequestListener, host = "127.0.0.1"): Promise<Running> {
  const server = createServer(handler);
  await new Promise<void>((ready) => server.listen(0, host, ready));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://${host}:${port}`,
    port,
    server,
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}
