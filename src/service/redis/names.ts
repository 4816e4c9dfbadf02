/**
 * Names of keys. What stands between braces decides the shard of a cluster, so that the keys of one script are together:
 * https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/#hash-tags
 *
 * A name holds a keyed digest where the thing itself would be an id or an address.
 */
import { createHmac } from "node:crypto";

const PREFIX = "zonetag:";
/** Budgets are spread over so many shards; each has its own mark that its data is whole. Never change: names depend on it. */
export const BUDGET_SHARDS = 16;
/** 96 bits: no two of a trillion meet. */
const DIGEST_LENGTH = 16;

export interface Names {
  limit(limit: string, key: string): string;
  budget(campaign: number): string;
  /** The mark of the shard that a campaign's budget is on. */
  mark(campaign: number): string;
  visitor(user: string): string;
  /** Failed sign-ins of an address or a name. */
  failures(key: string): string;
}

/** `key`: of the cluster's secret. */
export function createNames(key: Buffer): Names {
  const digest = (text: string) => createHmac("sha256", key).update(text).digest();
  const shard = (campaign: number) => (digest(`budget ${campaign}`)[0] ?? 0) % BUDGET_SHARDS;
  const write = (bytes: Buffer) => bytes.toString("base64url").slice(0, DIGEST_LENGTH);
  return {
    limit: (limit, text) => `${PREFIX}limit:{${write(digest(`${limit} ${text}`))}}`,
    budget: (campaign) => `${PREFIX}budget:{${shard(campaign)}}:${write(digest(`budget ${campaign}`))}`,
    mark: (campaign) => nameMark(shard(campaign)),
    failures: (text) => `${PREFIX}failures:${write(digest(`failures ${text}`))}`,
    visitor: (user) => `${PREFIX}visitor:{${write(digest(`visitor ${user}`))}}`,
  };
}

export function nameStoredImage(name: string): string {
  return `${PREFIX}image:${name}`;
}

export function nameMark(shard: number): string {
  return `${PREFIX}mark:{${shard}}`;
}

/** Keys of the decisions of one page; `what` is `claims`, `closed`, or a kind of event. */
export function nameEvents(epoch: number, page: number, what: string): string {
  return `${PREFIX}events:{${epoch}.${page}}:${what}`;
}

export const CATALOGUE = `${PREFIX}{catalogue}`;
/** Changes with the catalogue. */
export const CHANGES = `${PREFIX}{catalogue}:changes`;
export const SHARES = `${PREFIX}shares`;
export const SECRET = `${PREFIX}secret`;
export const EPOCH = `${PREFIX}epoch`;
