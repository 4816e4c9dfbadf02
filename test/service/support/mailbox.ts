/** A mail server on a free port, which keeps the mails that it accepts. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

export interface Mailbox {
  /** `smtp://127.0.0.1:PORT` */
  url: string;
  port: number;
  /** Accepted mails, oldest first. */
  mails: ParsedMail[];
  /** Accepted mails as they were received. */
  sources: string[];
}

/** Starts a server. By default it accepts every mail, and offers TLS but no sign-in. */
export async function openMailbox(
  options: SMTPServerOptions = {},
): Promise<Mailbox & { stop(): Promise<void> }> {
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
  const stop = () => new Promise<void>((resolve) => server.close(resolve));
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, port, mails, sources, stop };
}
