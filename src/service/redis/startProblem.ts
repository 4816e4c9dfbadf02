/** Messages for a Redis that cannot be used at the start: the cause, and what to do. */

import {
  type Causes,
  findCause,
  listConnectionCauses,
  NO_ANSWER,
  summarizeError,
  writeProblem,
} from "../net/connectProblem.ts";
import { findErrorCode } from "./redisReply.ts";

/** Causes by messages of Redis, the network and the TLS library. The first match wins. */
const CAUSES: Causes = [
  [
    /^WRONGPASS/,
    "refuses the user name or the password. Correct them in the address: redis://USER:PASSWORD@HOST:PORT.",
  ],
  [/^NOAUTH/, "needs a password. Put it into the address: redis://:PASSWORD@HOST:PORT."],
  [
    /AUTH.*without any password configured/,
    "has no password, but the address has one. Remove it from the address, or set one in Redis.",
  ],
  [
    /DB index is out of range|invalid DB index|SELECT is not allowed in cluster mode/i,
    "does not have the database that the address names after the port. Use one that exists, such as 0.",
  ],
  [
    /^(MOVED|ASK|CROSSSLOT|CLUSTERDOWN)/,
    "is a node of a Redis Cluster, which the service does not support. Name a single server, or a proxy that knows the cluster.",
  ],
  [/^READONLY/, "is a replica, which accepts no writes. Name the primary."],
  [
    /^NOPERM/,
    "does not grant its user the required permissions. Allow it all commands on the keys and channels `zonetag:*`.",
  ],
  [/^LOADING/, "is still loading its data. Start the service again when it is ready."],
  [/^OOM/, "is out of memory. Raise `maxmemory`."],
  [/^MISCONF/, "cannot write its data to disk, and accepts no writes until it can. See the log of Redis."],
  [/^NOREPLICAS/, "has fewer replicas than `min-replicas-to-write`. Start them, or lower the setting."],
  [/^BUSY/, "is running a long script. Start the service again when that has ended, or run SCRIPT KILL."],
  [/Unknown RESP type/, "is not Redis: another program listens at this port. Correct host and port."],
  ...listConnectionCauses("redis://", "rediss://"),
];

/** Describes in one line why Redis at this address cannot be used, and what to do. */
export function describeStartProblem(url: string, error: unknown): string {
  const reported = summarizeError(error);
  const text = findErrorCode(error) === "NOPERM" ? "NOPERM" : reported;
  return writeProblem("Redis", url, findCause(CAUSES, text) ?? describeSilence(url), reported);
}

/** A server without TLS does not answer: it reads the TLS handshake as the start of a command. */
function describeSilence(url: string): string {
  return url.startsWith("rediss:")
    ? "does not answer over TLS. If the port does not use TLS, begin the address with redis://."
    : NO_ANSWER;
}
