/** Settings of the service, from the command line, the environment or a file. */
import { availableParallelism } from "node:os";
import { Command, InvalidArgumentError, Option } from "commander";
import { parseUrl } from "../protocol/addresses.ts";
import { MAX_BODY } from "../protocol/placement.ts";
import { parseSmtpAddress } from "./mail/smtpAddress.ts";
import { parseNetwork } from "./net/address.ts";
import type { RateWindow } from "./net/rateLimiter.ts";
import { addPasswordFiles, passwordFileOption } from "./passwordFile.ts";
import { describeThrown } from "./runtime/thrown.ts";
import { addSettingsFile } from "./settingsFile.ts";
import type { LogLevel } from "./telemetry/log.ts";

export interface Settings {
  /** File that owns the catalogue; absent: the service does, in its data folder or in Redis. */
  catalogue?: string;
  /** Folder of the events. */
  data: string;
  host: string;
  /** TCP port; 0: any free port. */
  port: number;
  /** Public address of the service; absent: the address that the request used. */
  origin?: string;
  /** Addresses or networks whose X-Forwarded-For and X-Forwarded-Proto are trusted. */
  trustedProxies: string[];
  /** Origins of pages that may send credentials with placements and impressions. */
  credentialOrigins: string[];
  /** Addresses or networks that `limitIp` does not apply to, such as a site's own servers. */
  unlimitedAddresses: string[];
  /** City database in MaxMind DB format; absent: the bundled country database. */
  cityDatabase?: string;
  /** Callers that must send `user.ip`; `server`: all callers except browsers. */
  requireUserIp: "server" | "always" | "never";
  /** Maximum zones of a placement request. */
  maxZones: number;
  /** Maximum bytes of a request body. */
  maxBody: number;
  /** Maximum bytes of an uploaded image. */
  maxImage: number;
  /** Maximum bytes of facts that a network sends at once. */
  maxImport: number;
  /** Milliseconds within which such an upload has to arrive. */
  importTimeout: number;
  /** Maximum bytes of images that an account uploads; 0 means no limit. */
  maxUploads: number;
  /** Window of all rate limits in milliseconds. */
  limitWindow: number;
  /** Requests per window; 0 means no limit. */
  limitIp: number;
  limitUser: number;
  limitStatisticsIp: number;
  limitStatisticsUser: number;
  /** Whether placement requests count in `limitIp`. */
  limitPlacement: boolean;
  /** Maximum counted clicks per address and campaign in each window, longest window last; empty: no limit. */
  clickLimits: RateWindow[];
  /** Maximum addresses or user names whose requests a limit remembers. */
  limitKeys: number;
  /** Milliseconds within which a whole request has to arrive. */
  requestTimeout: number;
  /** Milliseconds that an idle connection is kept: longer than the proxy in front keeps it. */
  keepAlive: number;
  /** Maximum placement requests in flight; more are refused at once. */
  maxConcurrent: number;
  /** Milliseconds in flight of the oldest of many placement requests, beyond which further requests are refused. */
  maxWait: number;
  /** Heavy reports that may run at once, beside a light one; more are queued by account. */
  maxReports: number;
  /** Milliseconds that a report may be queued and run. */
  reportTimeout: number;
  /** Milliseconds for which impression and click URLs are valid. */
  trackingLife: number;
  /** Milliseconds for which a decision reserves its impression in budgets and caps. */
  reservationLife: number;
  /** Share of the cost that the publisher is paid where the site sets none. */
  publisherShare: string;
  /** Folder of images served under /creatives/. */
  creatives?: string;
  /** Token that allows reading /metrics from other machines. */
  metricsToken?: string;
  /** Seed that makes the choice among campaigns repeatable. */
  seed?: number;
  /** Milliseconds that a shutdown waits for requests in flight. */
  stopAfter: number;
  /** Milliseconds between reporting not ready and refusing requests at a shutdown. */
  drainDelay: number;
  /** Minimum days for which changes of the catalogue stay readable; 0 keeps all. */
  keepChanges: number;
  /** Months before the current month whose facts are kept individually; 0: all. */
  keepMonths: number;
  /** Memory of the database, in its own notation: "512MB". */
  storeMemory: string;
  /** Threads of the database. */
  storeThreads: number;
  /** Whether each request is logged. */
  accessLog: "off" | "on";
  /** URL of an OpenTelemetry collector. */
  traces?: string;
  logLevel: LogLevel;
  /** URL of the Redis or Valkey that several nodes share, with its password; absent: there is only one node. */
  redis?: string;
  /** Timeout of a Redis command in milliseconds. */
  redisPasswordFile?: string;
  redisTimeout: number;
  /** URL of the ClickHouse that stores the events of all nodes, with its password; absent: each node stores its own. */
  clickhouse?: string;
  /** Maximum bytes of events queued on this node's disk for ClickHouse. */
  maxJournal: number;
  /** Days for which ClickHouse keeps individual events after summing them up; 0 keeps all. */
  keepEvents: number;
  /** URL of the mail server, with its password; absent: the service sends no mail. */
  smtp?: string;
}

/**
 * Number of background tasks that run at once: one processor is left to placements, and more than two tasks help
 * little.
 */
export function countBackground(processors: number): number {
  return Math.min(2, Math.max(1, processors - 1));
}

const BACKGROUND = countBackground(availableParallelism());
const BACKGROUND_DEFAULT = "2; 1 with one or two processors";

/** Adds an option for each setting; `--limit-ip 150` is also ZONETAG_LIMIT_IP=150. */
export function addSettings(command: Command): Command {
  addSettingsFile(
    command,
    option("--config <file>", "JSON file with these settings, named like the options"),
  );
  for (const each of listOptions()) command.addOption(each);
  return addPasswordFiles(command);
}

function listOptions(): Option[] {
  return [
    // Files, the listening address, and finding the visitor's address.
    option(
      "--catalogue <file>",
      "JSON file that defines accounts, sites, zones and campaigns; without it, the service manages them",
    ),
    option("--data <folder>", "data folder").makeOptionMandatory(),
    option("--host <address>", "address to listen on").default("127.0.0.1"),
    option("--port <number>", "port to listen on, 0 for any free one")
      .default(8080)
      .argParser(integer(0, 65_535)),
    option(
      "--origin <address>",
      "public address of the service, used in ads; needed behind a proxy that terminates TLS",
    ).argParser(parseOrigin),
    option(
      "--trusted-proxies <list>",
      "addresses or networks of proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted",
    )
      .default([])
      .argParser(networks),
    option(
      "--credential-origins <list>",
      'origins of pages that may send credentials (cookies) with placements and impressions, for data-credentials="include"',
    )
      .default([])
      .argParser(parseOrigins),
    option("--unlimited-addresses <list>", "addresses or networks exempt from --limit-ip")
      .default([])
      .argParser(networks),
    option(
      "--city-database <file>",
      "city database in MaxMind DB format, for regions; the bundled database has only countries",
    ),
    option("--require-user-ip <who>", "callers that must send user.ip")
      .choices(["server", "always", "never"])
      .default("server"),
    // Request sizes and rate limits.
    whole("--max-zones", "maximum zones per request", 100, 1),
    whole("--max-body", "maximum bytes of a request body", MAX_BODY, 1),
    whole("--max-image", "maximum bytes of an uploaded image", 512 * 1024, 1),
    whole("--max-import", "maximum bytes of an import over HTTP", 100 * 1024 ** 2, 1),
    timeout("--import-timeout", "timeout for receiving an import, in milliseconds", 600_000, 1),
    whole("--max-uploads", "maximum bytes of images per account, 0 for no limit", 50 * 1024 ** 2),
    whole("--limit-window", "window of all rate limits, in milliseconds", 60_000, 1),
    whole("--limit-ip", "requests per address in a window, 0 for no limit", 150),
    whole(
      "--limit-user",
      "statistics requests of all kinds per user name, or for all API tokens of an account",
      150,
    ),
    whole("--limit-statistics-ip", "statistics requests per address", 30),
    whole(
      "--limit-statistics-user",
      "statistics requests per user name, or for all API tokens of an account",
      25,
    ),
    option("--no-limit-placement", "exempt placement requests from --limit-ip"),
    option(
      "--click-limits <list>",
      "valid clicks per address and campaign, as CLICKS/SECONDS; 0 for no limit",
    )
      .default(
        [
          { limit: 5, windowMs: 60_000 },
          { limit: 60, windowMs: 3600_000 },
        ],
        "5/60,60/3600",
      )
      .argParser(parseClickLimits),
    whole("--limit-keys", "maximum addresses or user names that a limit tracks", 100_000, 1),
    // Concurrency and timeouts.
    timeout("--request-timeout", "timeout for receiving a request, in milliseconds", 10_000, 1),
    timeout(
      "--keep-alive",
      "timeout of idle connections in milliseconds; set it higher than the proxy's",
      75_000,
      1,
    ),
    whole("--max-concurrent", "maximum placement requests in flight", 4096, 1),
    whole("--max-wait", "milliseconds that placements may wait before further ones are refused", 2000, 1),
    whole(
      "--max-reports",
      "heavy reports that run at once, besides a light one; further ones wait, by account",
      BACKGROUND,
      1,
    ).default(BACKGROUND, BACKGROUND_DEFAULT),
    timeout(
      "--report-timeout",
      "timeout of a report in milliseconds, including the time that it waits",
      30_000,
      1,
    ),
    // Placements and payment.
    whole("--tracking-life", "milliseconds for which impression and click URLs are valid", 3600_000, 1),
    whole("--reservation-life", "milliseconds for which a decision reserves its impression", 120_000),
    option("--publisher-share <share>", "share of the cost paid to publishers")
      .default("0.70")
      .argParser(share),
    option("--creatives <folder>", "folder of images served below /creatives/"),
    option("--metrics-token <token>", "token for reading /metrics from other machines"),
    option("--seed <number>", "seed that makes the choice among campaigns repeatable").argParser(integer(0)),
    // Shutdown and database.
    timeout("--stop-after", "milliseconds that a shutdown waits for requests in flight", 10_000),
    timeout(
      "--drain-delay",
      "milliseconds of a shutdown between reporting not ready and refusing requests",
      0,
    ),
    whole("--keep-changes", "minimum days for which the change log is kept, 0 keeps all", 730),
    option("--keep-months <number>", "months for which individual facts are kept, 0 keeps all")
      .default(0)
      .argParser(integer(0, 1200)),
    option("--store-memory <size>", "memory of the database; a quarter is reserved for light reports")
      .default("1GB")
      .argParser(size),
    option("--store-threads <number>", "threads of the database")
      .default(BACKGROUND, BACKGROUND_DEFAULT)
      .argParser(integer(1, 256)),
    // Engines that several nodes share.
    option("--redis <address>", "Redis or Valkey shared by several nodes: redis:// or rediss://").argParser(
      parseRedisAddress,
    ),
    passwordFileOption("redis"),
    timeout("--redis-timeout", "timeout of a Redis command in milliseconds", 200, 1),
    option("--clickhouse <address>", "ClickHouse that stores the events of several nodes").argParser(
      webAddress,
    ),
    passwordFileOption("clickhouse"),
    whole("--max-journal", "maximum bytes of events queued for ClickHouse", 8 * 1024 ** 3, 1),
    whole("--keep-events", "days for which ClickHouse keeps individual events, 0 keeps all", 0, 0),
    // Mail.
    option(
      "--smtp <address>",
      "mail server for invitations and links: smtp:// (STARTTLS) or smtps://, then user@host; needs --origin",
    ).argParser(smtpAddress),
    passwordFileOption("smtp"),
    // Logs and traces.
    option("--access-log <which>", "log each request, with shortened addresses")
      .choices(["off", "on"])
      .default("off"),
    option(
      "--traces <address>",
      "OpenTelemetry collector, such as http://127.0.0.1:4318/v1/traces",
    ).argParser(webAddress),
    option("--log-level <level>", "minimum level of log lines")
      .choices(["fatal", "error", "warn", "info", "debug", "trace", "silent"])
      .default("info"),
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

/**
 * Maximum delay of a timer; a longer one fires at once.
 * https://nodejs.org/api/timers.html#settimeoutcallback-delay-args
 */
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

export function parseOrigin(value: string): string {
  const url = parseUrl(value);
  if (url && /^https?:$/.test(url.protocol) && url.pathname === "/" && url.search === "") return url.origin;
  throw new InvalidArgumentError("Expected an address such as https://ads.example.");
}

function webAddress(value: string): string {
  if (parseUrl(value) && /^https?:/.test(value)) return value;
  throw new InvalidArgumentError("Expected an http or https address.");
}

export function parseRedisAddress(value: string): string {
  if (parseUrl(value) && /^rediss?:\/\/./.test(value)) return value;
  throw new InvalidArgumentError("Expected an address such as redis://127.0.0.1:6379.");
}

function smtpAddress(value: string): string {
  try {
    return parseSmtpAddress(value).url;
  } catch (error) {
    throw new InvalidArgumentError(describeThrown(error));
  }
}

function size(value: string): string {
  if (/^[1-9]\d{0,6}(MB|GB)$/.test(value)) return value;
  throw new InvalidArgumentError("Expected a size such as 512MB or 2GB.");
}

function splitList(value: string): string[] {
  return value
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

/** Reads origins as browsers write them in `Origin`. */
function parseOrigins(value: string): string[] {
  return splitList(value).map((item) => {
    const url = parseUrl(item);
    if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin;
    const shown = item.replace(/^.*@/s, "…@");
    throw new InvalidArgumentError(`${shown} is not the origin of a page, such as https://www.example.com.`);
  });
}

function networks(value: string): string[] {
  const list = splitList(value);
  const wrong = list.find((item) => parseNetwork(item) === undefined);
  if (wrong === undefined) return list;
  throw new InvalidArgumentError(`${wrong} is neither an address nor a network such as 10.0.0.0/8.`);
}

/** Maximum number of windows, clicks per window, and seconds of a window (one day). */
const MAX_CLICK_LIMITS = { windows: 8, clicks: 10_000, seconds: 86_400 };

function parseClickLimits(value: string): RateWindow[] {
  if (value.trim() === "0") return [];
  const { windows, clicks, seconds } = MAX_CLICK_LIMITS;
  const limits = value.split(",").map((item) => {
    const [, count = "", time = ""] = /^\s*(\d{1,6})\/(\d{1,6})\s*$/.exec(item) ?? [];
    return { limit: Number(count), windowMs: Number(time) * 1000 };
  });
  const isRight = ({ limit, windowMs }: RateWindow) =>
    limit >= 1 && limit <= clicks && windowMs >= 1000 && windowMs <= seconds * 1000;
  if (limits.length <= windows && limits.every(isRight))
    return limits.sort((a, b) => a.windowMs - b.windowMs);
  throw new InvalidArgumentError(
    `Expected 0, or up to ${windows} limits such as 5/60,60/3600: up to ${clicks} clicks in up to ${seconds} seconds.`,
  );
}

function share(value: string): string {
  if (/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/.test(value)) return value;
  throw new InvalidArgumentError('Expected a share from 0 to 1 such as "0.70".');
}

/** Whether only this machine can reach the service: it listens on a loopback address, without a proxy. */
export function isForThisMachine({
  host,
  origin,
  trustedProxies,
}: Pick<Settings, "host" | "trustedProxies"> & { origin?: string | undefined }): boolean {
  return /^(127\.|::1$|localhost$)/.test(host) && origin === undefined && trustedProxies.length === 0;
}

/** Settings of a service without options. */
export const DEFAULT_SETTINGS = addSettings(new Command()).opts<Omit<Settings, "catalogue" | "data">>();
