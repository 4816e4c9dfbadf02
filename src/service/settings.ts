/**
 * Everything about the service that can be set, each from the command line or the environment.
 */
import { availableParallelism } from "node:os";
import { type Command, InvalidArgumentError, Option } from "commander";
import ipaddr from "ipaddr.js";
import { addSettingsFile } from "./settingsFile.ts";
import type { LogLevel } from "./telemetry/log.ts";

export interface Settings {
  /** File of the catalogue. */
  catalogue: string;
  /** Folder of the events. */
  data: string;
  host: string;
  /** 0: any free one. */
  port: number;
  /** Address under which visitors reach the service; absent: the one they asked for. */
  origin?: string;
  /** Addresses or networks whose X-Forwarded-For and X-Forwarded-Proto apply. */
  trustedProxies: string[];
  /** Addresses or networks that `limitIp` does not apply to, such as a site's own servers. */
  unlimitedAddresses: string[];
  /** File of a city database in MaxMind DB form; absent: the bundled country database. */
  cityDatabase?: string;
  /** Who must pass `user.ip`: callers that are no browsers, all, or nobody. */
  requireUserIp: "server" | "always" | "never";
  /** Most zones of one placement request. */
  maxZones: number;
  /** Most bytes of a request's body. */
  maxBody: number;
  /** Most bytes of an uploaded image. */
  maxImage: number;
  /** Milliseconds of the window of all rate limits. */
  limitWindow: number;
  /** Requests in a window; 0 means no limit. */
  limitIp: number;
  limitUser: number;
  limitStatisticsIp: number;
  limitStatisticsUser: number;
  /** Whether placement requests count in `limitIp`. */
  limitPlacement: boolean;
  /** Most addresses or names that a limit remembers. */
  limitKeys: number;
  /** Milliseconds that a sender has for a whole request. */
  requestTimeout: number;
  /** Placement requests that may be in flight at once; more are refused at once. */
  maxConcurrent: number;
  /** Milliseconds that the oldest of many placement requests may have been in flight before more are refused. */
  maxWait: number;
  /** Reports made at once; more wait. */
  maxReports: number;
  /** Milliseconds that a report may wait and be made. */
  reportTimeout: number;
  /** Milliseconds that impression and click addresses live. */
  trackingLife: number;
  /** Milliseconds that a decision reserves its impression in budgets and caps. */
  reservationLife: number;
  /** Share of the cost that is paid to the publisher, where its site names none. */
  publisherShare: string;
  /** Folder of images that is served below /creatives/. */
  creatives?: string;
  /** Lets whoever knows it read /metrics from elsewhere than this machine. */
  metricsToken?: string;
  /** Makes the choice among campaigns repeatable. */
  seed?: number;
  /** Milliseconds that a stop waits for requests in flight. */
  stopAfter: number;
  /** Milliseconds between not being ready and refusing requests, when a stop begins. */
  drainDelay: number;
  /** Months before the current one whose facts are kept one by one; 0: all. */
  keepMonths: number;
  /** Memory of the database, as it writes it: "512MB". */
  storeMemory: string;
  /** Threads of the database. */
  storeThreads: number;
  /** Whether each request is a line of the log. */
  accessLog: "off" | "on";
  /** Where a collector takes OpenTelemetry traces. */
  traces?: string;
  logLevel: LogLevel;
  /** Redis or Valkey that several nodes share; absent: this is the only one. */
  redis?: string;
  /** Milliseconds that a command of it may take. */
  redisTimeout: number;
  /** Where all nodes keep their events; absent: each on its own disk. */
  clickhouse?: string;
  /** Most bytes of events that may wait for it on this node's disk. */
  maxJournal: number;
  /** Days whose events ClickHouse keeps one by one once they are summed up; 0 keeps all. */
  keepEvents: number;
}

type Defaults = Omit<Settings, "catalogue" | "data">;

/** How much of what is no placement runs at once: one processor is left to placements, and more than two help little. */
export function countBackground(processors: number): number {
  return Math.min(2, Math.max(1, processors - 1));
}

const BACKGROUND = countBackground(availableParallelism());

export const DEFAULT_SETTINGS: Defaults = {
  host: "127.0.0.1",
  port: 8080,
  trustedProxies: [],
  unlimitedAddresses: [],
  requireUserIp: "server",
  maxZones: 100,
  maxBody: 64 * 1024,
  maxImage: 512 * 1024,
  limitWindow: 60_000,
  limitIp: 150,
  limitUser: 150,
  limitStatisticsIp: 30,
  limitStatisticsUser: 25,
  limitPlacement: true,
  limitKeys: 100_000,
  requestTimeout: 10_000,
  maxConcurrent: 2048,
  maxWait: 1000,
  maxReports: BACKGROUND,
  reportTimeout: 30_000,
  trackingLife: 3600_000,
  reservationLife: 120_000,
  publisherShare: "0.70",
  stopAfter: 10_000,
  drainDelay: 0,
  keepMonths: 0,
  storeMemory: "1GB",
  storeThreads: BACKGROUND,
  accessLog: "off",
  logLevel: "info",
  redisTimeout: 200,
  maxJournal: 8 * 1024 ** 3,
  keepEvents: 0,
};

/** Adds an option for each setting; `--limit-ip 150` is also ZONETAG_LIMIT_IP=150. */
export function addSettings(command: Command): Command {
  const defaults = DEFAULT_SETTINGS;
  const options = [
    ...listAddressOptions(defaults),
    ...listLimitOptions(defaults),
    ...listLoadOptions(defaults),
    ...listServingOptions(defaults),
    ...listStoreOptions(defaults),
    ...listSharedOptions(defaults),
    ...listLogOptions(defaults),
  ];
  addSettingsFile(command, option("--config <file>", "these settings as JSON, by the names of the options"));
  for (const each of options) command.addOption(each);
  return command;
}

/** The files it needs, where it listens, and which address is the visitor's. */
function listAddressOptions(defaults: Defaults): Option[] {
  return [
    option("--catalogue <file>", "accounts, sites, zones and campaigns, as JSON").makeOptionMandatory(),
    option("--data <folder>", "where events are kept").makeOptionMandatory(),
    option("--host <address>", "address to listen on").default(defaults.host),
    option("--port <number>", "port to listen on, 0 for any free one")
      .default(defaults.port)
      .argParser(integer(0, 65_535)),
    option("--origin <address>", "address under which visitors reach the service").argParser(origin),
    option("--trusted-proxies <list>", "addresses or networks whose X-Forwarded-For and -Proto apply")
      .default(defaults.trustedProxies)
      .argParser(networks),
    option("--unlimited-addresses <list>", "addresses or networks without a limit for each address")
      .default(defaults.unlimitedAddresses)
      .argParser(networks),
    option("--city-database <file>", "MaxMind DB that knows regions, instead of the bundled countries"),
    option("--require-user-ip <who>", "who must pass user.ip")
      .choices(["server", "always", "never"])
      .default(defaults.requireUserIp),
  ];
}

/** Sizes of requests, and rate limits. */
function listLimitOptions(defaults: Defaults): Option[] {
  return [
    whole("--max-zones", "most zones of one request", defaults.maxZones, 1),
    whole("--max-body", "most bytes of a request's body", defaults.maxBody, 1),
    whole("--max-image", "most bytes of an uploaded image", defaults.maxImage, 1),
    whole("--limit-window", "milliseconds of the window of all limits", defaults.limitWindow, 1),
    whole("--limit-ip", "requests in a window for each address, 0 for no limit", defaults.limitIp),
    whole("--limit-user", "statistics requests of all kinds for each user name", defaults.limitUser),
    whole("--limit-statistics-ip", "statistics requests for each address", defaults.limitStatisticsIp),
    whole("--limit-statistics-user", "statistics requests for each user name", defaults.limitStatisticsUser),
    option("--no-limit-placement", "leave placement requests out of the limit for each address"),
    whole("--limit-keys", "most addresses or names that a limit remembers", defaults.limitKeys, 1),
  ];
}

/** How much is done at once, and for how long. */
function listLoadOptions(defaults: Defaults): Option[] {
  return [
    timeout("--request-timeout", "milliseconds that a sender has for a request", defaults.requestTimeout, 1),
    whole("--max-concurrent", "placement requests in flight at once", defaults.maxConcurrent, 1),
    whole("--max-wait", "milliseconds that placements wait before more are refused", defaults.maxWait, 1),
    whole("--max-reports", "reports made at once; more wait", defaults.maxReports, 1),
    timeout("--report-timeout", "milliseconds that a report may wait and be made", defaults.reportTimeout, 1),
  ];
}

/** Placements and what they are paid. */
function listServingOptions(defaults: Defaults): Option[] {
  return [
    whole(
      "--tracking-life",
      "milliseconds that impression and click addresses live",
      defaults.trackingLife,
      1,
    ),
    whole(
      "--reservation-life",
      "milliseconds that a decision reserves its impression",
      defaults.reservationLife,
    ),
    option("--publisher-share <share>", "share of the cost that publishers are paid")
      .default(defaults.publisherShare)
      .argParser(share),
    option("--creatives <folder>", "images that are served below /creatives/"),
    option("--metrics-token <token>", "lets its bearer read /metrics from other machines"),
    option("--seed <number>", "makes the choice among campaigns repeatable").argParser(integer(0)),
  ];
}

/** Stopping, and the database. */
function listStoreOptions(defaults: Defaults): Option[] {
  return [
    timeout("--stop-after", "milliseconds that a stop waits for requests in flight", defaults.stopAfter),
    timeout("--drain-delay", "milliseconds between not ready and refusing, in a stop", defaults.drainDelay),
    option("--keep-months <number>", "months whose facts are kept one by one, 0 for all")
      .default(defaults.keepMonths)
      .argParser(integer(0, 1200)),
    option("--store-memory <size>", "memory of the database").default(defaults.storeMemory).argParser(size),
    option("--store-threads <number>", "threads of the database")
      .default(defaults.storeThreads)
      .argParser(integer(1, 256)),
  ];
}

/** The engines that several nodes share. */
function listSharedOptions(defaults: Defaults): Option[] {
  return [
    option("--redis <address>", "Redis or Valkey that several nodes share: redis://, rediss://").argParser(
      readRedisAddress,
    ),
    timeout("--redis-timeout", "milliseconds that Redis has for an answer", defaults.redisTimeout, 1),
    option("--clickhouse <address>", "ClickHouse that has the events of several nodes").argParser(webAddress),
    whole("--max-journal", "bytes of events that may wait for ClickHouse", defaults.maxJournal, 1),
    whole(
      "--keep-events",
      "days whose events ClickHouse keeps one by one, 0 for all",
      defaults.keepEvents,
      0,
    ),
  ];
}

/** Logs and traces. */
function listLogOptions(defaults: Defaults): Option[] {
  return [
    option("--access-log <which>", "a log line for each request, addresses cut")
      .choices(["off", "on"])
      .default(defaults.accessLog),
    option(
      "--traces <address>",
      "OpenTelemetry collector, such as http://127.0.0.1:4318/v1/traces",
    ).argParser(webAddress),
    option("--log-level <level>", "least level that is logged")
      .choices(["fatal", "error", "warn", "info", "debug", "trace", "silent"])
      .default(defaults.logLevel),
  ];
}

function option(flags: string, description: string): Option {
  const made = new Option(flags, description);
  const name = made.name().replace(/^no-/, "");
  return made.negate ? made : made.env(`ZONETAG_${name.replaceAll("-", "_").toUpperCase()}`);
}

function whole(flag: string, description: string, fallback: number, least = 0): Option {
  return option(`${flag} <number>`, description).default(fallback).argParser(integer(least));
}

/** Longest time of a timer: a longer one ends at once. https://nodejs.org/api/timers.html#settimeoutcallback-delay-args */
const MAX_TIMEOUT = 2 ** 31 - 1;

function timeout(flag: string, description: string, fallback: number, least = 0): Option {
  return whole(flag, description, fallback).argParser(integer(least, MAX_TIMEOUT));
}

function integer(least: number, most = Number.MAX_SAFE_INTEGER) {
  return (value: string): number => {
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw new InvalidArgumentError(`Expected a whole number from ${least} to ${most}.`);
  };
}

function origin(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.pathname === "/" && url.search === "") return url.origin;
  throw new InvalidArgumentError("Expected an address such as https://ads.example.");
}

function webAddress(value: string): string {
  if (URL.canParse(value) && /^https?:/.test(value)) return value;
  throw new InvalidArgumentError("Expected an http or https address.");
}

export function readRedisAddress(value: string): string {
  if (URL.canParse(value) && /^rediss?:\/\/./.test(value)) return value;
  throw new InvalidArgumentError("Expected an address such as redis://127.0.0.1:6379.");
}

function size(value: string): string {
  if (/^[1-9]\d{0,6}(MB|GB)$/.test(value)) return value;
  throw new InvalidArgumentError("Expected a size such as 512MB or 2GB.");
}

function networks(value: string): string[] {
  const list = value
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
  const wrong = list.find((item) => !(ipaddr.isValid(item) || ipaddr.isValidCIDR(item)));
  if (wrong === undefined) return list;
  throw new InvalidArgumentError(`${wrong} is neither an address nor a network such as 10.0.0.0/8.`);
}

function share(value: string): string {
  if (/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/.test(value)) return value;
  throw new InvalidArgumentError('Expected a share from 0 to 1 such as "0.70".');
}
