/** Route `/v1/placement`: admits, reads, decides, stores and answers a request. */
import type { IncomingMessage } from "node:http";
import { type EventStore, StoreError } from "../facts/eventStore.ts";
import { formatRateHeaders, type Verdict } from "../net/rateLimiter.ts";
import type { Caller, Placed, Placement } from "../placement/placement.ts";
import { readRequest } from "../placement/readRequest.ts";
import { answerFirst } from "../runtime/urgent.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import { writeErrors } from "../values/problemList.ts";
import type { Admission } from "./admission.ts";
import { readBody } from "./body.ts";
import {
  createBody,
  DASHBOARD_HEADER,
  type HeaderList,
  INERT_HEADERS,
  listHeaders,
  PUBLIC_HEADERS,
  type Reply,
  SECURITY_HEADERS,
} from "./reply.ts";

export interface PlacementRouteParts {
  settings: { maxBody: number; maxZones: number; requireUserIp: "server" | "always" | "never" };
  admission: Admission;
  placement: Placement;
  store: EventStore;
  metrics: Metrics;
  now: () => number;
  isStopping: () => boolean;
  readCaller: (request: IncomingMessage) => Caller;
}

/** Created once: during overload, creating it for each refusal took a fifth of the time. */
const HEADER_LIST = listHeaders({
  ...INERT_HEADERS,
  "Content-Type": "application/json",
  ...PUBLIC_HEADERS,
});
const RETRY = { "Retry-After": "1" };
const PREFLIGHT: Reply = {
  status: 204,
  headers: listHeaders({
    ...SECURITY_HEADERS,
    ...PUBLIC_HEADERS,
    "Access-Control-Allow-Methods": "POST",
    "Access-Control-Allow-Headers": "Content-Type",
    "Access-Control-Max-Age": "86400",
  }),
  body: "",
};

export class PlacementRoute {
  readonly #parts: PlacementRouteParts;

  constructor(parts: PlacementRouteParts) {
    this.#parts = parts;
  }

  async handle(request: IncomingMessage): Promise<Reply> {
    const { settings, admission, isStopping, readCaller } = this.#parts;
    if (request.method === "OPTIONS") return PREFLIGHT;
    if (isStopping()) return this.#refuse("stopping", 503, "The service is stopping.", RETRY);
    const caller = readCaller(request);
    const taken = admission.take(caller.address);
    const verdict = taken instanceof Promise ? await taken : taken;
    const refusal = this.#shed(verdict) ?? this.#refuseHead(request, verdict);
    if (refusal) return refusal;
    const body = await readBody(request, settings.maxBody);
    if (!body) {
      const headers = { ...formatRateHeaders(verdict), Connection: "close" };
      return this.#refuse("large", 413, `A body has at most ${settings.maxBody} bytes.`, headers);
    }
    // Other requests may have arrived since this one began.
    return this.#shed(verdict) ?? answerFirst(() => this.#place(body, caller, verdict));
  }

  /** Refuses a request over the rate limit, or during overload. */
  #shed(verdict: Verdict): Reply | undefined {
    if (!verdict.allowed) return this.#refuse("limit", 429, "Too Many Requests.", formatRateHeaders(verdict));
    if (!this.#parts.admission.isOverloaded) return undefined;
    const headers = { ...formatRateHeaders(verdict), ...RETRY };
    return this.#refuse("busy", 503, "Too many requests are in flight.", headers);
  }

  /** Refuses by method and headers, before the body is read. */
  #refuseHead({ method, headers }: IncomingMessage, verdict: Verdict): Reply | undefined {
    if (method !== "POST") {
      const allow = { ...formatRateHeaders(verdict), Allow: "POST, OPTIONS" };
      return this.#refuse("method", 405, "Request placements with POST.", allow);
    }
    const encoding = headers["content-encoding"] ?? "identity";
    if (encoding.toLowerCase() === "identity") return undefined;
    const text = "Compressed bodies are not supported; send plain JSON.";
    const close = { ...formatRateHeaders(verdict), Connection: "close" };
    return this.#refuse("encoding", 415, text, close);
  }

  async #place(body: Buffer, caller: Caller, verdict: Verdict): Promise<Reply> {
    const { settings, placement, metrics, now } = this.#parts;
    const { requireUserIp, maxZones } = settings;
    const isIpRequired = requireUserIp === "always" || (requireUserIp === "server" && !caller.isBrowser);
    const reading = readRequest(body, { maxZones, isIpRequired });
    const headers = listAnswerHeaders(verdict, caller);
    if ("problems" in reading) {
      metrics.countRefusal("invalid");
      return { status: 400, headers, body: JSON.stringify({ errors: writeErrors(reading.problems) }) };
    }
    const placed = placement.place(reading.request, caller, now());
    return this.#store(placed instanceof Promise ? await placed : placed, headers, verdict);
  }

  /** Responds once the decisions are on disk. */
  async #store(placed: Placed, headers: HeaderList, verdict: Verdict): Promise<Reply> {
    const { admission, store, metrics, now } = this.#parts;
    try {
      await admission.wait(store.append(placed.events));
    } catch (error) {
      placed.undo(now());
      if (!(error instanceof StoreError)) throw error;
      const text = "Events cannot be stored at the moment.";
      return this.#refuse(`store-${error.code}`, 503, text, { ...formatRateHeaders(verdict), ...RETRY });
    }
    metrics.countZones("filled", placed.filled);
    metrics.countZones("empty", placed.empty);
    metrics.countZones("unknown", placed.unknown);
    return { status: 200, headers, body: placed.body };
  }

  #refuse(reason: string, status: number, text: string, headers: Record<string, string>): Reply {
    this.#parts.metrics.countRefusal(reason);
    return { status, headers: [...HEADER_LIST, ...listHeaders(headers)], body: createBody(text) };
  }
}

function listAnswerHeaders(verdict: Verdict, { origin }: Caller): HeaderList {
  return [
    ...HEADER_LIST,
    DASHBOARD_HEADER,
    `${origin}/dashboard/`,
    ...listHeaders(formatRateHeaders(verdict)),
  ];
}
