/** Proxy that loses answers: the server executes the request, but the client gets no reply. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface LossyProxy extends AsyncDisposable {
  /** Address of the proxy, in place of the server's. */
  url: string;
  /** Number of lost answers. */
  readonly lost: number;
}

/** Starts a proxy. If `loses` returns true for a request's bytes, its answer is lost and the connection closed. */
export async function startLossyProxy(
  target: string,
  loses: (request: Buffer) => boolean,
): Promise<LossyProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let lost = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    let isLost = false;
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", end).on("close", end);
    }
    client.on("data", (request) => {
      isLost ||= loses(request);
      upstream.write(request);
    });
    upstream.on("data", (answer) => {
      if (!isLost) return void client.write(answer);
      lost += 1;
      end();
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    get lost() {
      return lost;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
