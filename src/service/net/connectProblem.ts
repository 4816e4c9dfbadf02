/** Causes of failed connections that are the same for every server: address, network, TLS. */
import { describeThrown, findErrorCode } from "../runtime/thrown.ts";

/** Causes by patterns of error messages. The first match wins. */
export type Causes = readonly (readonly [pattern: RegExp, cause: string])[];

/** Error codes of certificates: https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const CERTIFICATE =
  /CERT|UNABLE_TO_|certificate|self.signed|unable to verify|altnames|^(HOSTNAME_MISMATCH|INVALID_CA)/i;
const TLS_MISMATCH = /wrong version number|packet length too long|record layer|EPROTO|ERR_SSL_/;

/** `plain`, `secure`: start of a URL without and with TLS. */
export function listConnectionCauses(plain: string, secure: string): Causes {
  return [
    [TLS_MISMATCH, `does not use TLS at this port. Begin the address with ${plain}, or use the TLS port.`],
    [
      CERTIFICATE,
      "has a TLS certificate that is not trusted. Add its authority to NODE_EXTRA_CA_CERTS, and use a host name from the certificate.",
    ],
    [
      /Socket closed unexpectedly|ECONNRESET|socket hang up/,
      `closes the connection. If it expects TLS, begin the address with ${secure}; otherwise another program listens at this port.`,
    ],
    [/ECONNREFUSED/, "refuses connections. Start it, or correct host and port."],
    [/ENOTFOUND|EAI_AGAIN/, "has a host name that cannot be resolved. Correct it."],
  ];
}

export function findCause(causes: Causes, reported: string): string | undefined {
  return causes.find(([pattern]) => pattern.test(reported))?.[1];
}

/** Whether TLS or a certificate is the problem, so that a retry would fail, too. */
export function isTlsProblem(error: unknown): boolean {
  const code = findErrorCode(error) ?? "";
  return TLS_MISMATCH.test(code) || CERTIFICATE.test(code);
}

/** Maximum characters of a reported error in a message. */
const MAX_REPORTED = 200;

/** Summarizes an error in one line. Errors of hosts with several addresses have no message, only a code. */
export function summarizeError(error: unknown): string {
  const text = describeThrown(error) || (findErrorCode(error) ?? "unknown error");
  return text.replace(/\s+/g, " ").trim().slice(0, MAX_REPORTED);
}

/** Cause when a server does not respond. */
export const NO_ANSWER = "does not answer. Check host and port, and that no firewall blocks this machine.";

/** Writes the message about the server at a URL, which it shows without user and password. */
export function writeProblem(server: string, url: string, cause: string, reported: string): string {
  return `${server} at ${url.replace(/\/\/[^/?#]*@/, "//")} ${cause} (${reported})`;
}
