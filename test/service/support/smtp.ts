/** Mail servers that stop with the test. */
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import type { SMTPServerOptions } from "smtp-server";
import { onTestFinished } from "vitest";
import { type Mailbox, openMailbox } from "./mailbox.ts";

export type { Mailbox };

/** Starts a server as `openMailbox` does. */
export async function startSmtp(options?: SMTPServerOptions): Promise<Mailbox> {
  const { stop, ...box } = await openMailbox(options);
  onTestFinished(stop);
  return box;
}

/** Error that the server answers with. */
export function refuseWith(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

/** Starts a server that speaks by the function, and stops with the test. Resolves with its port. */
export async function startSpeaking(speak: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => {}));
    speak(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
