/** Routes `/i/<token>` and `/c/<token>`: read, store and answer an impression or a click. */
import type { IncomingMessage } from "node:http";
import { type EventDeduplication, type EventStore, type Keys, StoreError } from "../facts/eventStore.ts";
import { answerFirst } from "../runtime/urgent.ts";
import { restoreToken } from "../signing/token.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import type { ClickLimitWarning } from "../tracking/clickLimitWarning.ts";
import type { ConversionTests } from "../tracking/conversionTests.ts";
import type { Outcome, TrackedFetch, Tracking, TrackingKind } from "../tracking/tracking.ts";
import { hasOptedOut, isNavigation, isSpeculative } from "./browserHeaders.ts";
import { PIXEL } from "./pixel.ts";
import { createMessage, INERT_HEADERS, listHeaders, type Reply } from "./reply.ts";
import { type DirectPath, listMethods } from "./routes.ts";

export interface TrackingRouteParts {
  tracking: Tracking;
  tests: ConversionTests;
  deduplication: EventDeduplication;
  store: EventStore;
  metrics: Metrics;
  now: () => number;
  findAddress: (request: IncomingMessage) => string;
  /** Whether the address may be that of a proxy shared by many visitors. */
  isShared: (request: IncomingMessage) => boolean;
  clickLimitWarning: ClickLimitWarning;
}

const METHODS = { impression: listWithHead("/i/:token"), click: listWithHead("/c/:token") };
const STATUS: Partial<Record<Outcome, number>> = { expired: 410, forged: 403, lost: 503 };

export class TrackingRoute {
  readonly #parts: TrackingRouteParts;

  constructor(parts: TrackingRouteParts) {
    this.#parts = parts;
  }

  async handle(kind: TrackingKind, token: string, request: IncomingMessage): Promise<Reply> {
    // Beacons are POST requests; their body is ignored.
    request.resume();
    const { method = "", headers } = request;
    const methods = METHODS[kind];
    if (!methods.includes(method))
      return createMessage(405, "Request this address with GET.", { Allow: methods.join(", ") });
    const { tracking, tests, findAddress, isShared, clickLimitWarning, now, metrics } = this.#parts;
    const isHead = method === "HEAD";
    const isAhead = isSpeculative(request);
    if (kind === "click" && isAhead && !isHead) {
      metrics.countFetch(kind, "ignored");
      return refuseEarlyClick();
    }
    const fetcher = {
      address: findAddress(request),
      userAgent: headers["user-agent"] ?? "",
      isShared: kind === "click" && isShared(request),
      isView: !isHead && !isAhead,
      isNavigation: isNavigation(request),
      optsOut: hasOptedOut(request),
    };
    // Only click URLs get damaged by copying, mailing and editing.
    const text = kind === "click" ? restoreToken(token) : token;
    const test = kind === "click" ? tests.read(text) : undefined;
    if (test) {
      const { outcome, landingPage } = await tests.follow(test, fetcher);
      metrics.countFetch(kind, outcome);
      return replyWithRedirect(outcome, landingPage);
    }
    const fetched = tracking.read(kind, text, fetcher, now());
    const outcome = await answerFirst(() => this.#store(fetched));
    metrics.countFetch(kind, outcome);
    if (outcome === "limited") clickLimitWarning.add(fetcher.isShared ? fetcher.address : undefined);
    if (kind === "impression") return replyWithPixel(outcome);
    return replyWithRedirect(outcome, fetched.landingPage?.(outcome));
  }

  async #store({ keys, charge, settle }: TrackedFetch): Promise<Outcome> {
    const { deduplication, store, now } = this.#parts;
    if (keys.length === 0) return settle([], now());
    let counted: Keys;
    try {
      counted = await deduplication.writeOnce(keys, async (fresh, isReserved) => {
        const events = await charge(fresh, isReserved);
        if (events.length > 0) await store.appendKeyed(events);
        return events.map(({ key }) => key);
      });
    } catch (error) {
      const outcome = settle(undefined, now());
      if (error instanceof StoreError) return outcome;
      throw error;
    }
    return settle(counted, now());
  }
}

/** Always responds with a pixel; the status says whether something was counted. */
function replyWithPixel(outcome: Outcome): Reply {
  const headers = {
    ...INERT_HEADERS,
    "Content-Type": "image/gif",
    "Access-Control-Allow-Origin": "*",
    "X-Event": outcome,
    ...(outcome === "lost" ? { "Retry-After": "1" } : {}),
  };
  return { status: STATUS[outcome] ?? 200, headers: listHeaders(headers), body: PIXEL };
}

/**
 * Refuses a click that the browser fetches ahead. It would use a redirect for the user's click, too, without asking
 * again, whatever Cache-Control says. Not 5xx, which alerts and proxies take for a failure.
 */
function refuseEarlyClick(): Reply {
  return createText(409, "ignored", "This link counts clicks, and cannot be fetched ahead.");
}

/** Redirects to the landing page even when the click is not counted, because the visitor did nothing wrong. */
function replyWithRedirect(outcome: Outcome, landingPage: string | undefined): Reply {
  if (landingPage) return createText(302, outcome, "", { Location: landingPage });
  if (outcome === "forged") return createText(403, outcome, "This link is invalid.");
  return createText(410, outcome, "This ad no longer exists.");
}

function createText(status: number, outcome: Outcome, body: string, more = {}): Reply {
  const headers = { ...INERT_HEADERS, "Content-Type": "text/plain; charset=utf-8", "X-Event": outcome };
  return { status, headers: listHeaders({ ...headers, ...more }), body };
}

/** Lists the methods of a path, with `HEAD` wherever `GET` is accepted. */
function listWithHead(path: DirectPath): string[] {
  return listMethods(path).flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
}
