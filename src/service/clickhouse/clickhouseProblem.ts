/** Messages for an unusable ClickHouse: the cause, and what to do. */

import { ClickHouseError } from "@clickhouse/client";
import {
  type Causes,
  findCause,
  listConnectionCauses,
  NO_ANSWER,
  summarizeError,
  writeProblem,
} from "../net/connectProblem.ts";

/** Privileges that the service's user needs on its database. */
const GRANTS = "SELECT, INSERT, CREATE TABLE, ALTER ADD COLUMN, ALTER DELETE";

/** Causes by ClickHouse's error codes. `{database}` is replaced by the database of the address. */
const REFUSALS: Causes = [
  [
    /^(192|193|194|516)$/,
    "refuses the user name or the password. Correct them in the address, http://USER:PASSWORD@HOST:PORT/DATABASE, or in the file of --clickhouse-password-file.",
  ],
  [/^195$/, "does not allow this machine's address. Add it to the user's HOST."],
  [
    /^81$/,
    "does not have the database {database}. Create it with CREATE DATABASE {database}, or correct the name at the end of the address.",
  ],
  [
    /^497$/,
    `does not grant its user the required permissions. Run: GRANT ${GRANTS} ON {database}.* TO the user.`,
  ],
  [
    /^(164|452)$/,
    "does not let its user write or change settings. Remove `readonly` and constraints from the user's profile.",
  ],
];

/** Causes by messages of the network, of proxies and of other programs. */
const FAILURES: Causes = [
  [
    /clickhouse-client program|You must use port/,
    "expects its native protocol at this port. Use the HTTP port: 8123, or 8443 with TLS.",
  ],
  [
    /plain HTTP request was sent to HTTPS port|HTTP request to an HTTPS server/,
    "expects TLS at this port. Begin the address with https://.",
  ],
  ...listConnectionCauses("http://", "https://"),
  [/^Timeout error/, NO_ANSWER],
];

const NOT_CLICKHOUSE =
  "does not answer like ClickHouse: another program listens there, or a proxy that cannot reach it. Correct host and port.";

/** Describes in one line why ClickHouse cannot be used at this address; undefined for errors of the statement itself. */
export function describeClickHouseProblem(url: string, error: unknown): string | undefined {
  const database = new URL(url).pathname.slice(1) || "default";
  const reported = summarizeError(error);
  if (!(error instanceof ClickHouseError))
    return writeProblem("ClickHouse", url, findCause(FAILURES, reported) ?? NOT_CLICKHOUSE, reported);
  const cause = findCause(REFUSALS, error.code)?.replaceAll("{database}", database);
  return cause && writeProblem("ClickHouse", url, cause, `${error.code} ${error.type}: ${reported}`);
}
