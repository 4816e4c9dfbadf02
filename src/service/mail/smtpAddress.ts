/** Reads `--smtp`, the address of the mail server: `smtps://user:password@mail.example?from=ads@news.example`. */
import { domainToASCII } from "node:url";
import * as v from "valibot";
import { parseUrl } from "../../protocol/addresses.ts";
import { email } from "../people/peopleSchema.ts";

export interface SmtpServer {
  /** The address as it was given, for messages. */
  url: string;
  host: string;
  port: number;
  /** Whether TLS begins with the connection (`smtps:`), not by STARTTLS. */
  isSecure: boolean;
  /** Whether the server runs on this machine. */
  isLoopback: boolean;
  /** Whether mails may also be sent without TLS, and with any certificate. */
  isTlsOptional: boolean;
  user?: { user: string; pass: string };
  /** Address of the sender. */
  from: string;
  /** Host name of the service, which is the sender's name and the one that the mail server gets. */
  name: string;
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/i;

const FORM = "Expected an address such as smtps://user@mail.example, with special characters as in %40.";

/** Parts of the address. Throws if it cannot be one. */
export function parseSmtpAddress(value: string) {
  const url = parseUrl(value);
  if (!url || !/^smtps?:$/.test(url.protocol) || !url.hostname || !/^\/?$/.test(url.pathname) || url.hash)
    throw new Error(FORM);
  const isSecure = url.protocol === "smtps:";
  const { from, tls, ...others } = Object.fromEntries(url.searchParams);
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new Error("Expected only from and tls after the question mark.");
  if (tls !== undefined && (tls !== "optional" || isSecure))
    throw new Error("Expected ?tls=optional, and that only with smtp://.");
  if (from !== undefined && !isEmail(from)) throw new Error("Expected an e-mail address as from.");
  const isLoopback = LOOPBACK.test(url.hostname);
  return {
    url: value,
    host: readHost(url.hostname),
    port: Number(url.port) || (isSecure ? 465 : 587),
    isSecure,
    isLoopback,
    isTlsOptional: tls === "optional" || isLoopback,
    user: decode(url.username),
    pass: decode(url.password),
    from,
  };
}

/**
 * Reads the settings. Throws an error whose one-line message says what is missing. The sender is `from` of the address,
 * else its user if that is an e-mail address, else `no-reply` at the host of `--origin`.
 */
export function readSmtpServer(smtp: string, origin: string | undefined): SmtpServer {
  if (origin === undefined) throw new Error("--smtp needs --origin: mails have links to the dashboard.");
  const { user, pass, from, ...server } = parseSmtpAddress(smtp);
  if (user === "" && pass !== "")
    throw new Error("--smtp has a password without a user. Add the user: smtps://USER@HOST.");
  if (user !== "" && pass === "")
    throw new Error("--smtp has a user without a password. Add it, or name its file: --smtp-password-file.");
  const name = new URL(origin).hostname;
  const sender = from ?? (isEmail(user) ? user : `no-reply@${name}`);
  if (!isEmail(sender))
    throw new Error(
      `--smtp needs a sender, because ${sender} is no e-mail address. Add ?from=ADDRESS to it.`,
    );
  return { ...server, ...(user !== "" && { user: { user, pass } }), from: sender, name };
}

/** Converts an internationalised host, which URLs of other schemes than http encode by percent signs. */
function readHost(hostname: string): string {
  if (/^\[.*\]$/.test(hostname)) return hostname.slice(1, -1);
  const host = domainToASCII(decode(hostname));
  if (host === "") throw new Error(FORM);
  return host;
}

/** Decodes a host, user or password; throws for a percent sign that encodes nothing. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error(FORM);
  }
}

function isEmail(value: string): boolean {
  return v.is(email, value);
}
