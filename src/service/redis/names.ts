/**
 * Names of Redis keys. The part in braces selects the shard of a cluster, so that all keys of a script are on the same
 * one: https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/#hash-tags
 *
 * Names contain keyed digests instead of ids and addresses of visitors.
 */
import { createHmac } from "node:crypto";

const PREFIX = "zonetag:";
/** Number of shards of the budgets; each has a separate mark. Never change: key names depend on it. */
export const BUDGET_SHARDS = 16;
/** Characters of a digest: 96 bits, without collisions among a trillion digests. */
const DIGEST_LENGTH = 16;

export interface Names {
  limit(limit: string, key: string): string;
  budget(campaign: number): string;
  /** Names the mark of the shard with a campaign's budget. */
  mark(campaign: number): string;
  visitor(user: string): string;
  /** Names the key of failed sign-ins. `key`: from `listFailureKeys`. */
  failures(key: string): string;
  /** Names the key of the addresses from which a user has signed in. */
  signIns(name: string): string;
  /** Digests one of these addresses. */
  address(name: string, address: string): string;
}

/** `key`: derived from the shared secret. */
export function createNames(key: Buffer): Names {
  const digest = (text: string) => createHmac("sha256", key).update(text).digest();
  const shard = (campaign: number) => (digest(`budget ${campaign}`)[0] ?? 0) % BUDGET_SHARDS;
  const write = (bytes: Buffer) => bytes.toString("base64url").slice(0, DIGEST_LENGTH);
  return {
    limit: (limit, text) => `${PREFIX}limit:{${write(digest(`${limit} ${text}`))}}`,
    budget: (campaign) => `${PREFIX}budget:{${shard(campaign)}}:${write(digest(`budget ${campaign}`))}`,
    mark: (campaign) => nameMark(shard(campaign)),
    failures: (text) => `${PREFIX}failures:${write(digest(`failures ${text}`))}`,
    signIns: (name) => `${PREFIX}sign-ins:${write(digest(`sign-ins ${name}`))}`,
    address: (name, address) => write(digest(`address ${JSON.stringify([name, address])}`)),
    visitor: (user) => `${PREFIX}visitor:{${write(digest(`visitor ${user}`))}}`,
  };
}

export function nameStoredImage(name: string): string {
  return `${PREFIX}image:${name}`;
}

/** Key that exists for a day after the image was uploaded or referenced. On the same shard as the image. */
export function nameRetained(name: string): string {
  return `${PREFIX}retained:{${nameStoredImage(name)}}`;
}

/** Key of the sizes of the images that an account uploaded. */
export function nameUploads(account: number): string {
  return `${PREFIX}uploads:${account}`;
}

export function nameMark(shard: number): string {
  return `${PREFIX}mark:{${shard}}`;
}

/** Key of the deduplication keys of one page. `what`: `claims`, `closed`, or a kind of event. */
export function nameEvents(epoch: number, page: number, what: string): string {
  return `${PREFIX}events:{${epoch}.${page}}:${what}`;
}

/** Key of the conversions of one page. `what`: `claims`, `closed`, or a goal. */
export function nameGoals(epoch: number, page: number, what: string): string {
  return `${PREFIX}goals:{${epoch}.${page}}:${what}`;
}

export interface CollectionKeys {
  /** Key of the number and digest of the last change. */
  head: string;
  lines: string;
  snapshot: string;
}

function nameCollection(name: string): CollectionKeys {
  const head = `${PREFIX}{${name}}`;
  return { head, lines: `${head}:lines`, snapshot: `${head}:snapshot` };
}

export const CATALOGUE = nameCollection("catalogue");
export const PEOPLE = nameCollection("people");
/** Key of the last uses of API tokens and last sign-ins of users. */
export const LAST_USES = `${PREFIX}token-uses`;
/** Key of all sessions: few, and on one shard, so that a script can end them together. */
const SESSIONS = `${PREFIX}{sessions}`;
/** Channel that publishes the ids of ended sessions. */
export const SESSIONS_ENDED = `${SESSIONS}:ended`;

export function nameSession(id: string): string {
  return `${SESSIONS}:${id}`;
}

/** Key of the session ids of a user or API token. */
export function nameSessionsOf(owner: string): string {
  return `${SESSIONS}:of:${owner}`;
}

/** Key of the audit log of a UTC day: `2026-11-28`. */
export function nameAudit(day: string): string {
  return `${PREFIX}audit:${day}`;
}

export const SHARES = `${PREFIX}shares`;
export const VIEWS = `${PREFIX}views`;
/** Key of the highest ids that the catalogue ever had. */
export const IDS = `${PREFIX}ids`;
/** Key of the marks of sent mails. */
export const SENT_MAILS = `${PREFIX}sent-mails`;
/** Key that exists once the conversions that all nodes have stored are in Redis. */
export const GOALS_COMPLETE = `${PREFIX}goals-complete`;
/** Keys with the start that has a claim. */
export const MAINTENANCE = `${PREFIX}maintenance`;
export const MAILING = `${PREFIX}mailing`;
/** Key of the digest of the set-up link. */
export const SETUP = `${PREFIX}setup`;
export const SECRET = `${PREFIX}secret`;
export const EPOCH = `${PREFIX}epoch`;
export const BEATS = `${PREFIX}beats`;
/** Key that probes write to test whether Redis accepts writes. */
export const PROBE = `${PREFIX}probe`;

/** Key of the record of a conversion test. */
export function nameTest(campaign: number, id: number): string {
  return `${PREFIX}test:${campaign}:${id}`;
}
