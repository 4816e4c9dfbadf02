/** Load balancer for several services: each request goes to the next one that listens. */
import { type IncomingMessage, type ServerResponse, request as sendRequest } from "node:http";
import { pipeline } from "node:stream";
import { buffer } from "node:stream/consumers";
import { listen } from "./http.ts";

/** A tracked fetch that was forwarded, and its outcome according to the service; absent without a response. */
export interface Tracked {
  path: string;
  outcome: string | undefined;
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
    for (let tries = 0; tries < balancer.upstreams.length; tries++) {
      turn += 1;
      const upstream = balancer.upstreams[turn % balancer.upstreams.length] as string;
      if (await pass(upstream, request, body, response)) return;
    }
    response.writeHead(502).end();
  });

  /** Forwards a request; false when the service does not listen. */
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
        note(url, answer.headers["x-event"]);
        balancer.answered.set(upstream, (balancer.answered.get(upstream) ?? 0) + 1);
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        pipeline(answer, response, () => done(true));
      });
      forward.on("error", (error: NodeJS.ErrnoException) => {
        if (error.code === "ECONNREFUSED") return done(false);
        // Only the service knows whether it was counted.
        note(url, undefined);
        response.writeHead(502).end();
        done(true);
      });
      forward.end(body);
    });
  }

  function note(url: string, outcome: string | string[] | undefined): void {
    if (/^\/[ic]\//.test(url)) balancer.tracked.push({ path: url, outcome: outcome?.toString() });
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
