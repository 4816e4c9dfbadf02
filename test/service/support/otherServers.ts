/** Servers on free ports, such as those that a setting may name by mistake. */
import { once } from "node:events";
import { createServer as createWeb } from "node:http";
import { createServer as createSecureWeb } from "node:https";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { makeCertificate } from "./certificate.ts";

export interface OtherServer extends AsyncDisposable {
  port: number;
  /** Address of a web server. */
  origin: string;
  stop(): Promise<void>;
}

/** Starts a web server that answers each request with a status and a text. */
export function startWeb(status: number, text: string): Promise<OtherServer> {
  return listen(createWeb((_, response) => response.writeHead(status).end(text)));
}

/** Starts a web server with a self-signed certificate. */
export async function startSecureWeb(): Promise<OtherServer> {
  await using certificate = await makeCertificate();
  return listen(
    createSecureWeb({ key: certificate.key, cert: certificate.certificate }, (_, response) =>
      response.end(""),
    ),
  );
}

/** Starts a server that answers like an SMTP server. */
export function startMail(): Promise<OtherServer> {
  return startAnswering((socket) => socket.write("220 mail.example ESMTP\r\n"));
}

/** Starts a server that accepts connections and never answers. */
export function startSilent(): Promise<OtherServer> {
  return listen(createServer());
}

/** Starts a server that answers like ClickHouse's native protocol port. */
export function startOwnProtocol(): Promise<OtherServer> {
  const answer =
    "HTTP/1.0 400 Bad Request\r\n\r\nPort 9000 is for clickhouse-client program\r\nYou must use port 8123 for HTTP.\r\n";
  return startAnswering((socket) => socket.end(answer));
}

/** Starts a server. `answer` is called at the first bytes of each connection. */
function startAnswering(answer: (socket: Socket) => void): Promise<OtherServer> {
  return listen(
    createServer((socket) => {
      socket.on("error", () => {}).once("data", () => answer(socket));
    }),
  );
}

/** Listens on a free port of this machine. */
export async function listen(server: Server): Promise<OtherServer> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, "close");
  };
  return { port, origin: `http://127.0.0.1:${port}`, stop, [Symbol.asyncDispose]: stop };
}
