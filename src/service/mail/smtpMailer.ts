/** Sends mails by SMTP. A bounded queue and a deadline for each mail keep them from delaying anything else. */
import type { Logger } from "pino";
import { BusyError, Gate } from "../runtime/gate.ts";
import { isObject } from "../values/object.ts";
import type { Mail, Mailer, MailOutcome } from "./mailer.ts";
import type { SmtpServer } from "./smtpAddress.ts";
import { describeSmtpProblem, openSmtpSession } from "./smtpSession.ts";

const RUNNING = 2;
const MAX_WAITING = 200;
/** Milliseconds for a mail, including its time in the queue. */
const DEADLINE_MS = 60_000;
/** Milliseconds that a stop waits for mails in flight. */
const CLOSE_MS = 2000;

interface SmtpMailerOptions {
  server: SmtpServer;
  log: Pick<Logger, "warn">;
  deadlineMs?: number;
}

export class SmtpMailer implements Mailer {
  readonly #options: SmtpMailerOptions;
  readonly #gate = new Gate({ running: RUNNING, waiting: MAX_WAITING });
  readonly #closing = new AbortController();
  readonly #pending = new Set<Promise<MailOutcome>>();

  constructor(options: SmtpMailerOptions) {
    this.#options = options;
  }

  send(mail: Mail): Promise<MailOutcome> {
    const sending = this.#send(mail).finally(() => this.#pending.delete(sending));
    this.#pending.add(sending);
    return sending;
  }

  async close(): Promise<void> {
    const timer = setTimeout(() => this.#closing.abort(), CLOSE_MS);
    await Promise.all(this.#pending);
    clearTimeout(timer);
    this.#closing.abort();
  }

  async #send(mail: Mail): Promise<MailOutcome> {
    const { server, log, deadlineMs = DEADLINE_MS } = this.#options;
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(deadlineMs)]);
    try {
      await this.#gate.run(() => deliver(mail, server, signal), signal);
      return "sent";
    } catch (error) {
      const { withoutAttachments, attachments: _, ...smaller } = mail;
      if (withoutAttachments && isTooLarge(error)) return this.#send({ ...smaller, ...withoutAttachments });
      // Mail servers repeat the address in their answers.
      const reason = this.#describe(error).replaceAll(mail.to, "…");
      log.warn({ mail: mail.about, reason }, "mail not sent");
      return isRefusal(error) ? "refused" : "failed";
    }
  }

  #describe(error: unknown): string {
    if (this.#closing.signal.aborted) return "The service stopped.";
    if (error instanceof BusyError) return "Too many mails wait for the mail server.";
    return describeSmtpProblem(this.#options.server, error);
  }
}

async function deliver(mail: Mail, server: SmtpServer, signal: AbortSignal): Promise<void> {
  const message = await compose(mail, server);
  const session = await openSmtpSession(server, signal);
  try {
    await session.send(mail.to, message);
  } finally {
    session.close();
  }
}

async function compose(
  { to, language, subject, text, html, headers, attachments = [] }: Mail,
  { from, name }: SmtpServer,
): Promise<Buffer> {
  const { default: MailComposer } = await import("nodemailer/lib/mail-composer");
  return new MailComposer({
    from: { name, address: from },
    to,
    subject,
    text,
    html,
    headers: {
      // Keeps vacation responders from answering: https://www.rfc-editor.org/rfc/rfc3834#section-5
      "Auto-Submitted": "auto-generated",
      "Content-Language": language,
      ...headers,
    },
    attachments: attachments.map(({ name, type, content }) => ({
      filename: name,
      contentType: type,
      content,
    })),
    encoding: "quoted-printable",
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
}

/** Whether the server refused the size of the mail. If it names its limit, nodemailer itself does, without an answer. */
function isTooLarge(error: unknown): boolean {
  if (!isObject(error) || !/^(MAIL FROM|DATA)$/.test(String(error.command))) return false;
  const isOverLimit = error.code === "EMESSAGE" && error.responseCode === undefined;
  return isOverLimit || /^(552|5\d\d[ -]5\.(3\.4|2\.3))\b/.test(String(error.response));
}

/**
 * Whether the server refused the recipient itself for good, and not the sender, the content, a relay or a full mailbox.
 * Classes 5.1.7 and 5.1.8 are about the sender: https://www.rfc-editor.org/rfc/rfc3463#section-3.2
 */
function isRefusal(error: unknown): boolean {
  if (!isObject(error) || error.command !== "RCPT TO") return false;
  const [, code, status] = /^(5\d\d)[ -](?:(5\.\d+\.\d+)\b)?/.exec(String(error.response)) ?? [];
  return status ? /^5\.(1\.(?![78]$)|2\.1$)/.test(status) : code === "550";
}
