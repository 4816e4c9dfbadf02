/**
 * Frequency caps that several nodes share: what all of them counted of a visitor is read before a placement is decided.
 * While Redis is away each node goes on by what it counted itself.
 */
import type { Logger } from "pino";
import type { Campaign } from "../catalogue/catalogue.ts";
import {
  computeFrequencyLife,
  countRemaining,
  type FrequencyCaps,
  type Sighting,
} from "../delivery/frequency.ts";
import type { LocalFrequencyCaps } from "../delivery/localFrequency.ts";
import { BoundedMap } from "../values/boundedMap.ts";
import { RedisAwayError, type RedisConnection } from "./connection.ts";
import type { Names } from "./names.ts";
import { readTexts } from "./reply.ts";

export interface SharedFrequencyOptions {
  redis: RedisConnection;
  names: Names;
  own: LocalFrequencyCaps;
  log: Logger;
}

/** Visitors whose placement is being decided. */
const MOST_VISITORS = 10_000;

type Times = Map<number, readonly number[]>;

export class SharedFrequencyCaps implements FrequencyCaps {
  readonly #options: SharedFrequencyOptions;
  readonly #loaded = new BoundedMap<string, Times>(MOST_VISITORS);

  constructor(options: SharedFrequencyOptions) {
    this.#options = options;
  }

  async load(user: string): Promise<void> {
    const { redis, names, log } = this.#options;
    try {
      const fields = readTexts(await redis.send(["HGETALL", names.visitor(user)]));
      this.#loaded.set(user, readTimes(fields));
    } catch (error) {
      if (!(error instanceof RedisAwayError)) log.error({ err: error }, "frequency caps not read");
    }
  }

  remaining(user: string, campaign: Campaign, now: number): number {
    const { own } = this.#options;
    const left = own.remaining(user, campaign, now);
    const times = this.#loaded.get(user)?.get(campaign.id);
    return times ? Math.min(left, countRemaining(campaign, times, now)) : left;
  }

  count(sighting: Sighting, campaign: Campaign): void {
    const { redis, names, own, log } = this.#options;
    own.count(sighting, campaign);
    const life = computeFrequencyLife(campaign) * 1000;
    if (life === 0) return;
    const most = Math.max(...campaign.frequency.map(({ impressions }) => impressions));
    const parameters = [sighting.campaign, sighting.time, most, life];
    redis.run("sighting", [names.visitor(sighting.user)], parameters).catch((error) => {
      if (!(error instanceof RedisAwayError)) log.error({ err: error }, "frequency caps not noted");
    });
  }
}

/** Campaigns and their times, one after the other. */
function readTimes(fields: readonly string[]): Times {
  const times: Times = new Map();
  for (let at = 0; at + 1 < fields.length; at += 2)
    times.set(Number(fields[at]), (fields[at + 1] ?? "").split(",").map(Number));
  return times;
}
