/** Health checks: liveness (`/livez`) and readiness (`/readyz` and `/healthz`). */
import type { EventStore } from "../facts/eventStore.ts";
import type { Call } from "../interface/call.ts";
import type { InterfaceEnvironment } from "../interface/environment.ts";
import type { SetupLink } from "../management/setupLink.ts";

export interface HealthParts {
  statistics: InterfaceEnvironment;
  setup: SetupLink;
  store: EventStore;
  isClosing: () => boolean;
  /** Current problem of Redis; see `RedisConnection`. */
  redisProblem: () => string | undefined;
  /** Current problem of a clock; see `SharedState`. */
  clockProblem: () => string | undefined;
  /** Current warning about clicks beyond their limit; see `ClickLimitWarning`. */
  clickWarning: () => string | undefined;
}

export function healthHandlers(parts: HealthParts) {
  return {
    "GET /livez": answerLive,
    "GET /healthz": (c: Call) => answerHealth(c, parts),
    "GET /readyz": (c: Call) => answerHealth(c, parts),
  };
}

/** Liveness: a process that answers does not need a restart. */
function answerLive(c: Call) {
  c.header("Cache-Control", "no-store");
  return c.json({ live: true });
}

/** Warning for a live catalogue without a network account, as after a first start without `init`. */
export const NO_NETWORK =
  "There is no network account. Open the set-up link that the service printed at its start, or print another: `zonetag-service setup-link`.";

/**
 * Readiness: whether a load balancer should send requests here. A node stays ready without Redis: all nodes have the
 * same problem, and all continue to serve.
 */
function answerHealth(c: Call, parts: HealthParts) {
  const { store, isClosing, statistics, setup, redisProblem, clockProblem, clickWarning } = parts;
  const status = store.status();
  const ready = status.ready && !isClosing();
  const problem = isClosing() ? "The service is stopping." : status.problem;
  c.header("Cache-Control", "no-store");
  const { declared } = statistics.catalogue();
  const redis = redisProblem();
  const warnings = [setup.isNeeded ? NO_NETWORK : undefined, clockProblem(), clickWarning()].filter(
    (text) => text !== undefined,
  );
  const body = {
    ready,
    ...(problem && { problem }),
    ...(redis !== undefined && { degraded: { redis } }),
    waiting: status.waiting,
    ...(declared && { catalogue: declared.digest }),
    ...(warnings.length > 0 && { warning: warnings.join(" ") }),
  };
  return c.json(body, ready ? 200 : 503);
}
