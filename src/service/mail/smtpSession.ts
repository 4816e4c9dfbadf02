/** One connection to the mail server, from the greeting to the sign-in; and why it failed. */
import {
  type Causes,
  findCause,
  listConnectionCauses,
  summarizeError,
  writeProblem,
} from "../net/connectProblem.ts";
import { findErrorCode } from "../runtime/thrown.ts";
import type { SmtpServer } from "./smtpAddress.ts";

/** Timeouts of a session, milliseconds: until it is ready, and for each answer after that. */
const SETUP_MS = 20_000;
const ANSWER_MS = 30_000;
/** Milliseconds that the server has for closing the connection. */
const QUIT_MS = 1000;

export interface SmtpSession {
  isEncrypted: boolean;
  /** Resolves once the server has accepted the message. */
  send(to: string, message: Buffer): Promise<void>;
  close(): void;
}

/** Connects, encrypts and signs in. `signal` ends the session at any time. */
export async function openSmtpSession(server: SmtpServer, signal: AbortSignal): Promise<SmtpSession> {
  const { default: SMTPConnection } = await import("nodemailer/lib/smtp-connection");
  signal.throwIfAborted();
  const { isTlsOptional } = server;
  const connection = new SMTPConnection({
    host: server.host,
    port: server.port,
    name: server.name,
    secure: server.isSecure,
    requireTLS: !isTlsOptional,
    opportunisticTLS: isTlsOptional,
    tls: { rejectUnauthorized: !isTlsOptional },
    connectionTimeout: SETUP_MS,
    greetingTimeout: SETUP_MS,
    dnsTimeout: SETUP_MS,
    socketTimeout: ANSWER_MS,
    socketCloseTimeout: 0,
  });
  const ended = new Promise<never>((_, reject) => {
    connection.on("error", reject);
    connection.once("end", () => reject(new Error("Connection closed.")));
    const abort = () => {
      reject(signal.reason);
      connection.close();
    };
    signal.addEventListener("abort", abort, { once: true });
  });
  // Also rejects when no step waits for it.
  ended.catch(() => {});
  const run = (start: (done: (error?: Error | null) => void) => void) =>
    Promise.race([
      ended,
      new Promise<void>((resolve, reject) => start((error) => (error ? reject(error) : resolve()))),
    ]);
  try {
    await run((done) => connection.connect(done));
    const { user } = server;
    if (user && !connection.allowsAuth) throw new Error(NO_AUTH);
    if (user) await run((done) => connection.login({ ...user }, done));
  } catch (error) {
    connection.close();
    throw error;
  }
  return {
    isEncrypted: connection.secure,
    send: (to, message) =>
      run((done) => connection.send({ from: server.from, to: [to], size: message.length }, message, done)),
    close: () => {
      connection.quit();
      setTimeout(() => connection.close(), QUIT_MS).unref();
    },
  };
}

const NO_AUTH = "The server offers no AUTH.";

const WRONG_USER =
  "refuses the user name or the password. Correct them in --smtp or in --smtp-password-file.";

const CAUSES: Causes = [
  [
    /offers no AUTH/,
    "does not offer to sign in. Remove the user from --smtp, or use the port for submission, 587.",
  ],
  [
    /STARTTLS/,
    "does not offer TLS. Begin the address with smtps://, or, if you trust the network up to the server, add ?tls=optional.",
  ],
  ...listConnectionCauses("smtp://", "smtps://"),
  [
    /greeting never received|timeout|ETIMEDOUT|aborted/i,
    "does not answer. Check host and port, and that no firewall blocks this machine; if it expects TLS, begin the address with smtps://.",
  ],
];

/** Describes in one line why the mail server cannot be used. */
export function describeSmtpProblem({ url }: Pick<SmtpServer, "url">, error: unknown): string {
  const reported = summarizeError(error);
  const isSignIn = findErrorCode(error) === "EAUTH";
  const cause = isSignIn ? WRONG_USER : (findCause(CAUSES, reported) ?? "answers with an error.");
  return writeProblem("The mail server", url, cause, reported);
}
