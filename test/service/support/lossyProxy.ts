/** A proxy in front of a server that loses answers: what was asked has been done, and nobody is told. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface LossyProxy extends AsyncDisposable {
  /** Address of the proxy, in place of the server's. */
  url: string;
  /** Answers that were lost. */
  readonly lost: number;
}

/** `loses`: whether the answer to a request, as its bytes are sent, is lost. The connection ends then. */
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
