/** A mail server on a free port, which keeps the mails that it accepts. */
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { onTestFinished } from "vitest";

export interface Mailbox {
  /** `smtp://127.0.0.1:PORT` */
  url: string;
  port: number;
  /** Accepted mails, oldest first. */
  mails: ParsedMail[];
  /** Accepted mails as they were received. */
  sources: string[];
}

/** Starts a server that stops with the test. By default it accepts every mail, and offers TLS but no sign-in. */
export async function startSmtp(options: SMTPServerOptions = {}): Promise<Mailbox> {
  const mails: ParsedMail[] = [];
  const sources: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH"],
    closeTimeout: 1,
    // It would warn of its built-in certificate.
    logger: false,
    onData: async (stream, _, done) => {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk);
      const source = Buffer.concat(chunks);
      mails.push(await simpleParser(source));
      sources.push(source.toString());
      done();
    },
    ...options,
  });
  // Clients that give up are what tests are about.
  server.on("error", () => {});
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)));
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, port, mails, sources };
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
