/**
 * Load balancer for several services, like `deploy/caddy/Caddyfile.cluster`: each request goes to the next service, or
 * to another one if that service does not listen or ends before its response to a GET request.
 */
import { type IncomingMessage, type ServerResponse, request as sendRequest } from "node:http";
import { pipeline } from "node:stream";
import { buffer } from "node:stream/consumers";
import { listen } from "./http.ts";

/** A response to a fetch of an impression or click URL. */
export interface Tracked {
  path: string;
  /** The service's `X-Event` header. */
  outcome: string;
}

export interface RoundRobin {
  origin: string;
  /** Origins of the services; may be replaced at any time. */
  upstreams: readonly string[];
  /** In the order of their responses. */
  tracked: Tracked[];
  /** Number of requests by the service that answered them. */
  answered: Map<string, number>;
  stop(): Promise<void>;
}

export async function startRoundRobin(): Promise<RoundRobin> {
  let turn = 0;
  const running = await listen(async (request, response) => {
    const body = await buffer(request).catch(() => undefined);
    if (!body) return;
    turn += 1;
    const first = turn % balancer.upstreams.length;
    // Each service once. Advancing `turn` per try would let concurrent requests skip services.
    for (const upstream of [...balancer.upstreams.slice(first), ...balancer.upstreams.slice(0, first)])
      if (await pass(upstream, request, body, response)) return;
    response.writeHead(502).end();
  });

  /** Forwards a request; resolves to false if another service may answer it. */
  function pass(
    upstream: string,
    { method = "", url = "", headers, socket }: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
  ): Promise<boolean> {
    return new Promise((done) => {
      const forwarded = { ...headers, "x-forwarded-for": socket.remoteAddress ?? "" };
      const forward = sendRequest(upstream + url, { method, headers: forwarded, agent: false });
      forward.on("response", (answer) => {
        const outcome = answer.headers["x-event"];
        if (outcome) balancer.tracked.push({ path: url, outcome: outcome.toString() });
        balancer.answered.set(upstream, (balancer.answered.get(upstream) ?? 0) + 1);
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        pipeline(answer, response, () => done(true));
      });
      forward.on("error", (error: NodeJS.ErrnoException) => {
        if (error.code === "ECONNREFUSED" || method === "GET") return done(false);
        response.writeHead(502).end();
        done(true);
      });
      forward.end(body);
    });
  }

  const balancer: RoundRobin = {
    origin: running.origin,
    upstreams: [],
    tracked: [],
    answered: new Map(),
    stop: running.stop,
  };
  return balancer;
}
