/** Checks the mail server as a mail would use it, without sending one. */
import { readSmtpServer, type SmtpServer } from "../mail/smtpAddress.ts";
import { describeSmtpProblem, openSmtpSession } from "../mail/smtpSession.ts";
import { describeThrown } from "../runtime/thrown.ts";
import type { Settings } from "../settings.ts";
import { type Finding, reportAbout } from "./finding.ts";

/** Timeout, milliseconds. */
const TIMEOUT = 10_000;

export async function checkMail(smtp: string, origin: string | undefined): Promise<Finding> {
  const { problem } = reportAbout("Mail");
  let server: SmtpServer;
  try {
    server = readSmtpServer(smtp, origin);
  } catch (error) {
    return problem(describeThrown(error));
  }
  try {
    const session = await openSmtpSession(server, AbortSignal.timeout(TIMEOUT));
    session.close();
    return judgeMail(server, session.isEncrypted);
  } catch (error) {
    return problem(describeSmtpProblem(server, error));
  }
}

/** Warns of nodes that each have only their own events, as reports of all events are needed for mails. */
export function checkReportMails({ redis, clickhouse }: Pick<Settings, "redis" | "clickhouse">): Finding[] {
  if (redis === undefined || clickhouse !== undefined) return [];
  return [
    reportAbout("Mail").warning(
      "With --redis and without --clickhouse, each node knows only its own events. Mails with reports are therefore not sent. Add --clickhouse.",
    ),
  ];
}

function judgeMail({ host, port, user, from, isLoopback }: SmtpServer, isEncrypted: boolean): Finding {
  const { ok, warning } = reportAbout("Mail");
  const found = `${host}:${port} answers ${isEncrypted ? "with TLS" : "without TLS"}${user ? `, accepts ${user.user}` : ""}. Mails come from ${from}.`;
  if (isEncrypted || isLoopback) return ok(found);
  return warning(`${found} Links for setting passwords are readable on the way. Remove ?tls=optional.`);
}
