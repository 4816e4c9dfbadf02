/**
 * Frequency caps shared by several nodes. One script reserves impressions of every campaign that a placement could
 * choose; the reservations of campaigns that were not chosen are released after the decision. Until then, a second
 * request of the same visitor finds those campaigns reserved: it may get another campaign, but no cap is ever exceeded.
 *
 * While Redis is away, each node continues with its own reservations and counts.
 */
import type { Campaign } from "../catalogue/catalogue.ts";
import {
  type CappedRequest,
  computeFrequencyLife,
  type FrequencyCaps,
  type Sighting,
  type VisitorCaps,
} from "../delivery/frequency.ts";
import type { LocalFrequencyCaps } from "../delivery/localFrequency.ts";
import type { Awaitable } from "../runtime/awaitable.ts";
import { type Parameter, RedisAwayError } from "./redisConnection.ts";
import type { RedisNode } from "./redisNode.ts";
import { parseNumbers } from "./redisReply.ts";
import type { ScriptName } from "./scripts.ts";

type Reserved = Map<number, number>;

export class SharedFrequencyCaps implements FrequencyCaps {
  readonly #node: RedisNode;
  readonly #own: LocalFrequencyCaps;

  constructor(node: RedisNode, own: LocalFrequencyCaps) {
    this.#node = node;
    this.#own = own;
  }

  open(request: CappedRequest): Awaitable<VisitorCaps> {
    const capped = request.listCapped();
    return capped.length === 0 ? this.#own.open(request) : this.#reserve(request, capped);
  }

  remaining(user: string, campaign: Campaign, now: number): number {
    return this.#own.remaining(user, campaign, now);
  }

  count(sighting: Sighting, campaign: Campaign): void {
    this.#own.count(sighting, campaign);
    const life = computeFrequencyLife(campaign) * 1000;
    if (life === 0) return;
    const { user, campaign: id, time, decidedAt } = sighting;
    const most = Math.max(...campaign.frequency.map(({ impressions }) => impressions));
    this.#run("countVisitorImpression", user, [id, time, most, life, decidedAt ?? ""]);
  }

  async #reserve(request: CappedRequest, capped: readonly Campaign[]): Promise<VisitorCaps> {
    const own = this.#own.open(request);
    const reserved = await this.#askRedis(request, capped);
    if (!reserved) return own;
    const { user, time } = request;
    const release = (counts: Reserved) => this.#release(user, time, counts);
    return {
      remaining: (campaign) =>
        Math.min(
          reserved.get(campaign.id) ?? 0,
          this.#own.remainingWithoutReservations(user, campaign, time),
        ),
      reserve: (chosen) => {
        own.reserve(chosen);
        for (const { id } of chosen) reserved.set(id, (reserved.get(id) ?? 0) - 1);
        release(reserved);
      },
      release: (chosen) => {
        own.release(chosen);
        const counts: Reserved = new Map();
        for (const { id } of chosen) counts.set(id, (counts.get(id) ?? 0) + 1);
        release(counts);
      },
    };
  }

  /** Reserves in Redis; undefined when it does not answer. */
  async #askRedis(
    { user, time, zones }: CappedRequest,
    capped: readonly Campaign[],
  ): Promise<Reserved | undefined> {
    const { redis, names, reservationLife, log } = this.#node;
    const parameters = [time, reservationLife, zones, ...capped.flatMap(listParameters)];
    try {
      const counts = parseNumbers(
        await redis.run("reserveVisitorImpressions", [names.visitor(user)], parameters),
      );
      return new Map(capped.map(({ id }, at) => [id, counts[at] ?? 0]));
    } catch (error) {
      if (!(error instanceof RedisAwayError)) log.error({ err: error }, "frequency caps not reserved");
      return undefined;
    }
  }

  #release(user: string, time: number, counts: Reserved): void {
    const released = [...counts].filter(([, count]) => count > 0);
    if (released.length > 0) this.#run("releaseVisitorImpressions", user, [time, ...released.flat()]);
  }

  /** Runs a script without waiting for the reply. */
  #run(script: ScriptName, user: string, parameters: readonly Parameter[]): void {
    const { redis, names, log } = this.#node;
    redis.run(script, [names.visitor(user)], parameters).catch((error) => {
      if (!(error instanceof RedisAwayError)) log.error({ err: error }, "frequency caps not recorded");
    });
  }
}

/** Lists the script's parameters for a campaign. */
function listParameters({ id, frequency }: Campaign): number[] {
  return [
    id,
    frequency.length,
    ...frequency.flatMap(({ impressions, seconds }) => [impressions, seconds * 1000]),
  ];
}
