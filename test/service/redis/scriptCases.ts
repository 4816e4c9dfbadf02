/**
 * Test cases for the scripts of `src/service/redis/lua`. `scripts.test.ts` runs them on the scripts,
 * `scripts/mutateLua.ts` on mutants, each of which must fail a case.
 *
 * Times are minutes away from every limit of Redis' clock, so results do not depend on speed.
 */
import type { RedisServer } from "../support/redis.ts";

export interface ScriptRedis {
  /** Runs the script of the case. */
  run(keys: readonly string[], parameters: readonly (string | number)[]): Promise<unknown>;
  send(...command: (string | number)[]): Promise<unknown>;
  /** Redis' clock, in milliseconds since 1970. */
  now(): Promise<number>;
}

/** Runs this text as the script of a case. */
export function createScriptRedis({ send }: Pick<RedisServer, "send">, text: string): ScriptRedis {
  const write = (values: readonly (string | number)[]) => values.map(String);
  return {
    run: (keys, parameters) => send("EVAL", text, String(keys.length), ...keys, ...write(parameters)),
    send: (...command) => send(...write(command)),
    now: async () => Number(((await send("TIME")) as string[])[0]) * 1000,
  };
}

export interface ScriptCase {
  script: string;
  title: string;
  /** Runs the case on an empty database. Resolves with the results to compare with `expected`. */
  act(redis: ScriptRedis): Promise<unknown>;
  expected: unknown;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Expiry of keys. */
const LIFE = 10 * HOUR;

/** Checks that a key expires after `life` milliseconds, or up to an hour earlier. */
async function livesFor(redis: ScriptRedis, key: string, life: number): Promise<boolean> {
  const left = Number(await redis.send("PTTL", key));
  return left > life - HOUR && left <= life;
}

/** Creates a function that defines cases of one script. */
const define =
  (script: string) =>
  (title: string, expected: unknown, act: ScriptCase["act"]): ScriptCase => ({
    script,
    title,
    act,
    expected,
  });

// ── changeBudgetAccount ──────────────────────────────────────────────────────────────────────────────────────────────

const account = async (redis: ScriptRedis, mark: string, version: string, { day = 0, offset = 0 } = {}) => {
  const today = Math.floor((await redis.now()) / DAY);
  const parameters = [mark, version, today + day, offset, LIFE, "version", "8", "shownTotal", "5"];
  return redis.run(["account", "mark"], parameters);
};

const forAccount = define("changeBudgetAccount");
const ACCOUNT = [
  forAccount(
    "a new account is written if the caller read version 0",
    [1, ["8", "5"], true],
    async (redis) => {
      await redis.send("SET", "mark", "data");
      const result = await account(redis, "data", "0");
      const fields = await redis.send("HMGET", "account", "version", "shownTotal");
      return [result, fields, await livesFor(redis, "account", LIFE)];
    },
  ),
  forAccount("an account with an unchanged version is replaced", [1, "8"], async (redis) => {
    await redis.send("SET", "mark", "data");
    await redis.send("HSET", "account", "version", "7");
    return [await account(redis, "data", "7"), await redis.send("HGET", "account", "version")];
  }),
  forAccount("an account that another node changed is not replaced", [0, "9"], async (redis) => {
    await redis.send("SET", "mark", "data");
    await redis.send("HSET", "account", "version", "9");
    return [await account(redis, "data", "7"), await redis.send("HGET", "account", "version")];
  }),
  forAccount("an account is not written to a Redis with another data mark", [-1, 0], async (redis) => {
    await redis.send("SET", "mark", "other data");
    return [await account(redis, "data", "0"), await redis.send("EXISTS", "account")];
  }),
  forAccount("an account of a past day is not written", [0, 0, 0], async (redis) => {
    await redis.send("SET", "mark", "data");
    const results = [
      await account(redis, "data", "0", { day: -1 }),
      await account(redis, "data", "0", { offset: DAY }),
    ];
    return [...results, await redis.send("EXISTS", "account")];
  }),
  forAccount("an account of the next day is written", 1, async (redis) => {
    await redis.send("SET", "mark", "data");
    return account(redis, "data", "0", { day: 1 });
  }),
];

// ── countHeartbeat, removeDataMark ───────────────────────────────────────────────────────────────────────────────────

const beat = (redis: ScriptRedis, start: string, knows: 0 | 1) =>
  redis.run(["beats"], [start, knows, HOUR, 3 * HOUR]);
const addBeat = async (redis: ScriptRedis, start: string, age: number, knows: 0 | 1) =>
  redis.send("HSET", "beats", start, `4 ${(await redis.now()) - age} ${knows}`);

const forBeat = define("countHeartbeat");
const BEAT = [
  forBeat("heartbeats are counted for each start", [[1, 0], [2, 0], [1, 1], "2 1"], async (redis) => {
    const results = [await beat(redis, "1", 1), await beat(redis, "1", 1), await beat(redis, "2", 0)];
    const text = String(await redis.send("HGET", "beats", "1"));
    return [...results, text.replace(/ \d{13} /, " ")];
  }),
  forBeat("only live starts that know the data are counted in the reply", [1, 2], async (redis) => {
    await addBeat(redis, "1", HOUR / 2, 1);
    await addBeat(redis, "2", 2 * HOUR, 1);
    await addBeat(redis, "3", 0, 0);
    await addBeat(redis, "4", -HOUR / 2, 1);
    return beat(redis, "5", 1);
  }),
  forBeat("only starts without recent heartbeats are dropped", ["1", "3"], async (redis) => {
    await addBeat(redis, "1", 2 * HOUR, 1);
    await addBeat(redis, "2", 4 * HOUR, 1);
    await beat(redis, "3", 1);
    return ((await redis.send("HKEYS", "beats")) as string[]).sort();
  }),
];

const forUnmark = define("removeDataMark");
const UNMARK = [
  forUnmark("a mark of incomplete data is removed", [1, 0], async (redis) => {
    await redis.send("SET", "mark", "data");
    return [await redis.run(["mark"], ["data"]), await redis.send("EXISTS", "mark")];
  }),
  forUnmark("a mark of other data is kept", [0, "other"], async (redis) => {
    await redis.send("SET", "mark", "other");
    return [await redis.run(["mark"], ["data"]), await redis.send("GET", "mark")];
  }),
];

// ── claimEvents, settleClaims, closeBudgetReservations ───────────────────────────────────────────────────────────────

const CLAIM_HOLDS = HOUR;
const EVENTS = ["claims", "closed", "click", "impression"];
type Form = "bits" | "set";
const claim = (redis: ScriptRedis, token: string, number = 7, form: Form = "bits") =>
  redis.run(EVENTS, [number, number, token, CLAIM_HOLDS, LIFE, form, "click", "impression"]);
const readClaim = async (redis: ScriptRedis, field: string) =>
  String((await redis.send("HGET", "claims", field)) ?? "").replace(/^\d{13} /, "at ");
const addClaim = async (redis: ScriptRedis, field: string, age: number, token: string) =>
  redis.send("HSET", "claims", field, `${(await redis.now()) - age} ${token}`);

const forClaim = define("claimEvents");
const CLAIM = [
  forClaim(
    "new keys are claimed until the claims expire",
    [[1, 0, 0], "at a", "at a", true],
    async (redis) => [
      await claim(redis, "a"),
      await readClaim(redis, "7:click"),
      await readClaim(redis, "7:impression"),
      await livesFor(redis, "claims", LIFE),
    ],
  ),
  forClaim("a counted key is not claimed", [[1, 0, 1], "at a", ""], async (redis) => {
    await redis.send("SETBIT", "impression", 7, 1);
    return [
      await claim(redis, "a"),
      await readClaim(redis, "7:click"),
      await readClaim(redis, "7:impression"),
    ];
  }),
  forClaim("a key of a set of counted numbers is not claimed", [1, 0, 1], async (redis) => {
    await redis.send("SADD", "impression", 7);
    return claim(redis, "a", 7, "set");
  }),
  forClaim(
    "a key claimed by another node prevents claims of all keys of the call",
    [[1, 0, 2], "", "at b"],
    async (redis) => {
      await addClaim(redis, "7:impression", 0, "b");
      return [
        await claim(redis, "a"),
        await readClaim(redis, "7:click"),
        await readClaim(redis, "7:impression"),
      ];
    },
  ),
  forClaim("a claim older than half its lifetime still blocks", [1, 0, 2], async (redis) => {
    await addClaim(redis, "7:impression", CLAIM_HOLDS / 2 + 60_000, "b");
    return claim(redis, "a");
  }),
  forClaim("an expired claim is replaced", [[1, 0, 0], "at a"], async (redis) => {
    await addClaim(redis, "7:impression", CLAIM_HOLDS + 60_000, "b");
    return [await claim(redis, "a"), await readClaim(redis, "7:impression")];
  }),
  forClaim("reservations up to the closed number are not open", [0, 0, 1], async (redis) => {
    await redis.send("SET", "closed", 7);
    const open: unknown[] = [];
    for (const number of [6, 7, 8]) open.push(((await claim(redis, "a", number)) as unknown[])[0]);
    return open;
  }),
  forClaim("the reservation with number 0 is open", [1, 0, 0], (redis) => claim(redis, "a", 0)),
];

const settle = (redis: ScriptRedis, token: string, isStored: 0 | 1, form: Form = "bits") =>
  redis.run(["claims", "click", "impression"], [7, 7, token, isStored, LIFE, form, "click", "impression"]);
const readBits = async (redis: ScriptRedis) => [
  await redis.send("GETBIT", "click", 7),
  await redis.send("GETBIT", "impression", 7),
];

const forSettle = define("settleClaims");
const SETTLE = [
  forSettle(
    "settling stored events counts them and removes their claims",
    [[1, 1], [1, 1], 0, true, true],
    async (redis) => {
      await addClaim(redis, "7:click", 0, "a");
      await addClaim(redis, "7:impression", 0, "a");
      const result = await settle(redis, "a", 1);
      const claims = await redis.send("HLEN", "claims");
      const lives = [await livesFor(redis, "click", LIFE), await livesFor(redis, "impression", LIFE)];
      return [result, await readBits(redis), claims, ...lives];
    },
  ),
  forSettle("an event that another node counted meanwhile does not count again", [1, 0], async (redis) => {
    await redis.send("SETBIT", "impression", 7, 1);
    return settle(redis, "a", 1);
  }),
  forSettle(
    "settling events of a set adds their number, unless another node has added it",
    [[1, 0], ["7"], ["7"], true],
    async (redis) => {
      await redis.send("SADD", "impression", 7);
      const result = await settle(redis, "a", 1, "set");
      const sets = [await redis.send("SMEMBERS", "click"), await redis.send("SMEMBERS", "impression")];
      return [result, ...sets, await livesFor(redis, "click", LIFE)];
    },
  ),
  forSettle(
    "settling events that were not stored only removes their claims",
    [[0, 0], [0, 0], 0],
    async (redis) => {
      await addClaim(redis, "7:click", 0, "a");
      await addClaim(redis, "7:impression", 0, "a");
      return [await settle(redis, "a", 0), await readBits(redis), await redis.send("HLEN", "claims")];
    },
  ),
  forSettle("a claim that another node took over meanwhile is kept", [[0, 0], "", "at b"], async (redis) => {
    await addClaim(redis, "7:click", 0, "a");
    await addClaim(redis, "7:impression", 0, "b");
    const result = await settle(redis, "a", 0);
    return [result, await readClaim(redis, "7:click"), await readClaim(redis, "7:impression")];
  }),
  forSettle("settling without a claim changes nothing", [0, 0], (redis) => settle(redis, "a", 0)),
];

const RESERVATIONS = ["claims", "closed", "impression", "freed"];
const close = (redis: ScriptRedis, ...numbers: number[]) => redis.run(RESERVATIONS, [100, LIFE, ...numbers]);

const forClose = define("closeBudgetReservations");
const CLOSE = [
  forClose("reservations without an impression are returned", [[203, 205], "205", true], async (redis) => [
    await close(redis, 203, 205),
    await redis.send("GET", "closed"),
    await livesFor(redis, "closed", LIFE),
  ]),
  forClose("a reservation with a counted impression is not returned", [205], async (redis) => {
    await redis.send("SETBIT", "impression", 3, 1);
    return close(redis, 203, 205);
  }),
  forClose(
    "a reservation with a claimed impression is not returned, one with a claimed click is",
    [205],
    async (redis) => {
      await addClaim(redis, "203:impression", 0, "a");
      await addClaim(redis, "205:click", 0, "a");
      return close(redis, 203, 205);
    },
  ),
  forClose("the highest closed number never decreases", "300", async (redis) => {
    await redis.send("SET", "closed", 300);
    await close(redis, 203);
    return redis.send("GET", "closed");
  }),
  forClose("the reservation with number 0 is closed", "0", async (redis) => {
    await close(redis, 0);
    return redis.send("GET", "closed");
  }),
  forClose("a freed reservation is returned although its impression is counted", [203], async (redis) => {
    for (const bit of [3, 5]) await redis.send("SETBIT", "impression", bit, 1);
    await redis.send("SETBIT", "freed", 3, 1);
    return close(redis, 203, 205);
  }),
  forClose(
    "a repeated call returns the same numbers, although an impression was counted meanwhile",
    [[203], [203], 1, true],
    async (redis) => [
      await close(redis, 203),
      (await redis.send("SETBIT", "impression", 3, 1)) === 0 && (await close(redis, 203)),
      await redis.send("GETBIT", "freed", 3),
      await livesFor(redis, "freed", LIFE),
    ],
  ),
];

const free = (redis: ScriptRedis, ...numbers: number[]) => redis.run(RESERVATIONS, [100, LIFE, ...numbers]);

const forFree = define("freeBudgetReservations");
const FREE_RESERVATIONS = [
  forFree("open reservations are freed for their node", [[], 1, 1, true], async (redis) => [
    await free(redis, 203, 205),
    await redis.send("GETBIT", "freed", 3),
    await redis.send("GETBIT", "freed", 5),
    await livesFor(redis, "freed", LIFE),
  ]),
  forFree(
    "reservations closed as used are returned, also by a repeated call, and not freed for their node",
    [[203, 205], [203, 205], 0],
    async (redis) => {
      await redis.send("SET", "closed", 205);
      const returned = [await free(redis, 203, 205, 206), await free(redis, 203, 205, 206)];
      return [...returned, await redis.send("GETBIT", "freed", 3)];
    },
  ),
  forFree("reservations closed as unused are not returned", [205], async (redis) => {
    await redis.send("SET", "closed", 210);
    await redis.send("SETBIT", "freed", 3, 1);
    return free(redis, 203, 205);
  }),
  forFree("the reservation with number 0 is open until it is closed", [[], [0]], async (redis) => {
    const open = await free(redis, 0);
    await redis.send("DEL", "freed");
    await redis.send("SET", "closed", 0);
    return [open, await free(redis, 0)];
  }),
];

// ── startEpoch ───────────────────────────────────────────────────────────────────────────────────────────────────────

const FIRST_EPOCH = 1_767_225_600;
const FAR_EPOCH = 4_000_000_000;

const forEpoch = define("startEpoch");
const EPOCH = [
  forEpoch("the first epoch is the seconds since the given time", true, async (redis) => {
    const expected = (await redis.now()) / 1000 - FIRST_EPOCH;
    return Math.abs(Number(await redis.run(["epoch"], [FIRST_EPOCH])) - expected) < 3600;
  }),
  forEpoch("each epoch is greater than the one before", [FAR_EPOCH + 1, FAR_EPOCH + 2], async (redis) => {
    await redis.send("SET", "epoch", FAR_EPOCH);
    return [await redis.run(["epoch"], [FIRST_EPOCH]), await redis.run(["epoch"], [FIRST_EPOCH])];
  }),
];

// ── countFailedSignIn ────────────────────────────────────────────────────────────────────────────────────────────────

const LOOK = 0;
const COUNT = 1;
const FREE = 5;
const failure = (redis: ScriptRedis, what: number) =>
  redis.run(["failure"], [what, FREE, HOUR, 6 * HOUR, LIFE]);
const addFailures = async (redis: ScriptRedis, count: number, age: number) =>
  redis.send("HSET", "failure", "count", count, "last", (await redis.now()) - age);
/** Returns the hours until the next attempt, rounded. */
const waits = async (redis: ScriptRedis, what: number) =>
  Math.round(Number(await failure(redis, what)) / HOUR);

const forFailure = define("countFailedSignIn");
const FAILURE = [
  forFailure(
    "the first failure is stored with its time and expiry and causes no delay",
    [0, "1", true, true],
    async (redis) => {
      const wait = await failure(redis, COUNT);
      const last = Number(await redis.send("HGET", "failure", "last"));
      const isNow = Math.abs((await redis.now()) - last) < HOUR;
      const count = await redis.send("HGET", "failure", "count");
      return [wait, count, isNow, await livesFor(redis, "failure", LIFE)];
    },
  ),
  forFailure("a query does not count a failure", [0, 0], async (redis) => [
    await failure(redis, LOOK),
    await redis.send("EXISTS", "failure"),
  ]),
  forFailure("the first four failures cause no delay, the fifth does", [0, 1], async (redis) => {
    await addFailures(redis, FREE - 2, 0);
    return [await failure(redis, COUNT), await waits(redis, COUNT)];
  }),
  forFailure("the delay doubles with each failure up to the maximum", [1, 2, 4, 6], async (redis) => {
    const delays: unknown[] = [];
    for (const extra of [0, 1, 2, 3]) {
      await addFailures(redis, FREE + extra, 0);
      delays.push(await waits(redis, LOOK));
    }
    return delays;
  }),
  forFailure("the delay is measured from the last failure", [1, 4], async (redis) => {
    await addFailures(redis, FREE + 1, HOUR);
    return [await waits(redis, LOOK), await waits(redis, COUNT)];
  }),
  forFailure("an attempt after the delay does not wait", 0, async (redis) => {
    await addFailures(redis, FREE, HOUR + 60_000);
    return failure(redis, LOOK);
  }),
];

// ── countRequest ─────────────────────────────────────────────────────────────────────────────────────────────────────

/** Runs the limit: 2 requests an hour, or 3 if shorter windows are given. */
const limit = (redis: ScriptRedis, counts: 0 | 1, ...shorter: number[]) =>
  redis.run(["limit"], [shorter.length === 0 ? 2 : 3, HOUR, counts, ...shorter]) as Promise<number[]>;
/** Adds requests made the given minutes ago, the oldest first. */
const addRequests = async (redis: ScriptRedis, ...minutes: number[]) => {
  const now = await redis.now();
  for (const ago of minutes) await redis.send("RPUSH", "limit", (now - ago * 60_000) * 1000);
};
/** Returns the verdict with its wait in minutes. */
const judge = async (redis: ScriptRedis, counts: 0 | 1, ...shorter: number[]) => {
  const [allowed, used, wait = 0] = await limit(redis, counts, ...shorter);
  return [allowed, used, Math.round(wait / MINUTE)];
};

const forLimit = define("countRequest");
const LIMIT = [
  forLimit(
    "requests up to the limit are allowed, and the next is not counted",
    [[1, 1, 60], [1, 2, 60], [0, 2, 60], 2, true],
    async (redis) => [
      await judge(redis, 1),
      await judge(redis, 1),
      await judge(redis, 1),
      await redis.send("LLEN", "limit"),
      await livesFor(redis, "limit", HOUR + 1000),
    ],
  ),
  forLimit("a query does not count a request", [[1, 0, 60], 0], async (redis) => [
    await judge(redis, 0),
    await redis.send("EXISTS", "limit"),
  ]),
  forLimit("a request counts for the whole window", [0, 2, 5], async (redis) => {
    await addRequests(redis, 55, 50);
    return judge(redis, 1);
  }),
  forLimit("requests older than the window are dropped", [[1, 2, 20], 2], async (redis) => {
    await addRequests(redis, 70, 61, 40);
    return [await judge(redis, 1), await redis.send("LLEN", "limit")];
  }),
  forLimit(
    "a full shorter window refuses a request without counting it",
    [[1, 3, 40], [0, 3, 40], 3],
    async (redis) => {
      await addRequests(redis, 20, 12);
      const verdicts = [await judge(redis, 1, 2, 15 * MINUTE), await judge(redis, 1, 2, 15 * MINUTE)];
      return [...verdicts, await redis.send("LLEN", "limit")];
    },
  ),
  forLimit("the strictest of several shorter windows decides", [0, 0, 1, 1], async (redis) => {
    await addRequests(redis, 20, 5);
    const windows = [
      [2, 15 * MINUTE, 1, 10 * MINUTE],
      [1, 10 * MINUTE, 2, 15 * MINUTE],
      [2, 15 * MINUTE, 1, 3 * MINUTE],
      [3, 15 * MINUTE],
    ];
    const allowed: unknown[] = [];
    for (const shorter of windows) allowed.push((await judge(redis, 0, ...shorter))[0]);
    return allowed;
  }),
  forLimit("the key of a full limit keeps its expiry", true, async (redis) => {
    await addRequests(redis, 30, 30);
    await redis.send("PEXPIRE", "limit", 5 * HOUR);
    await limit(redis, 1);
    return livesFor(redis, "limit", 5 * HOUR);
  }),
];

// ── mergeCountedEvents, mergeCountedGoals, appendChanges, fillCollection, replaceSnapshot, countVisitorImpression ───────────────────────

const forMerge = define("mergeCountedEvents");
const MERGE = [
  forMerge("the merged bits are the union of both sides", [1, "01110000", 0, true], async (redis) => {
    for (const bit of [1, 2]) await redis.send("SETBIT", "counted", bit, 1);
    for (const bit of [2, 3]) await redis.send("SETBIT", "other", bit, 1);
    const result = await redis.run(["counted", "free"], [String(await redis.send("GET", "other")), LIFE]);
    const bits: unknown[] = [];
    for (let bit = 0; bit < 8; bit++) bits.push(await redis.send("GETBIT", "counted", bit));
    return [
      result,
      bits.join(""),
      await redis.send("EXISTS", "free"),
      await livesFor(redis, "counted", LIFE),
    ];
  }),
];

const forGoals = define("mergeCountedGoals");
const MERGE_GOALS = [
  forGoals(
    "numbers are added to those of other nodes, and the key expires",
    [1, ["1", "2", "5"], true],
    async (redis) => {
      await redis.send("SADD", "counted", 1, 2);
      const result = await redis.run(["counted"], [2, 5, LIFE]);
      return [result, await redis.send("SMEMBERS", "counted"), await livesFor(redis, "counted", LIFE)];
    },
  ),
];

const LINE = (digest: string) => `${digest} {}`;
const HEAD = ["HMGET", "catalogue", "sequence", "digest"] as const;
const append = (redis: ScriptRedis, sequence: number, digest: string, ...lines: string[]) =>
  redis.run(["catalogue", "lines"], [sequence, digest, "channel", ...lines]);
const listLines = async (redis: ScriptRedis) => {
  const entries = (await redis.send("XRANGE", "lines", "-", "+")) as [string, string[]][];
  return entries.map(([id, [, line]]) => `${id} ${line}`);
};

const forAppend = define("appendChanges");
const APPEND = [
  forAppend(
    "changes are appended to an empty catalogue and after the given last change",
    [1, 1, ["3", "cc"], ["1-0 aa {}", "2-0 bb {}", "3-0 cc {}"]],
    async (redis) => [
      await append(redis, 0, "", LINE("aa"), LINE("bb")),
      await append(redis, 2, "bb", LINE("cc")),
      await redis.send(...HEAD),
      await listLines(redis),
    ],
  ),
  forAppend(
    "a change is refused if the last number or digest differs",
    [0, 0, 0, ["1", "aa"], ["1-0 aa {}"]],
    async (redis) => {
      await append(redis, 0, "", LINE("aa"));
      return [
        await append(redis, 0, "", LINE("bb")),
        await append(redis, 1, "dd", LINE("cc")),
        await append(redis, 2, "aa", LINE("cc")),
        await redis.send(...HEAD),
        await listLines(redis),
      ];
    },
  ),
  forAppend(
    "a change that is already stored is not appended again",
    [1, ["1-0 aa {}", "2-0 bb {}"]],
    async (redis) => {
      await append(redis, 0, "", LINE("aa"));
      await append(redis, 1, "aa", LINE("bb"));
      return [await append(redis, 0, "", LINE("aa")), await listLines(redis)];
    },
  ),
];

const fill = (redis: ScriptRedis, ...lines: string[]) =>
  redis.run(["catalogue", "lines", "snapshot"], [5, "ee", "channel", 3, "text", 4, ...lines]);

const forFill = define("fillCollection");
const FILL = [
  forFill(
    "a Redis without a catalogue gets the snapshot and lines, which replace leftover lines",
    [1, ["5", "ee"], ["3", "text"], ["4-0 dd {}", "5-0 ee {}"]],
    async (redis) => {
      await redis.send("XADD", "lines", "9-0", "line", "old");
      return [
        await fill(redis, LINE("dd"), LINE("ee")),
        await redis.send(...HEAD),
        await redis.send("HMGET", "snapshot", "sequence", "text"),
        await listLines(redis),
      ];
    },
  ),
  forFill("an existing catalogue is kept", [0, ["1-0 aa {}"], 0], async (redis) => {
    await redis.send("XADD", "lines", "1-0", "line", LINE("aa"));
    await redis.send("HSET", "catalogue", "sequence", 1, "digest", "aa");
    return [await fill(redis), await listLines(redis), await redis.send("EXISTS", "snapshot")];
  }),
];

const offer = (redis: ScriptRedis, sequence: number, digest: string, kept: number) =>
  redis.run(["lines", "snapshot"], [sequence, digest, `text ${sequence}`, kept]);
const addLines = async (redis: ScriptRedis) => {
  for (const [at, digest] of ["aa", "bb", "cc", "dd"].entries())
    await redis.send("XADD", "lines", `${at + 1}-0`, "line", LINE(digest));
};

const forSnapshot = define("replaceSnapshot");
const SNAPSHOT = [
  forSnapshot(
    "a new snapshot removes lines that it includes, except the newest",
    [1, ["3", "text 3"], ["3-0 cc {}", "4-0 dd {}"]],
    async (redis) => {
      await addLines(redis);
      return [
        await offer(redis, 3, "cc", 2),
        await redis.send("HMGET", "snapshot", "sequence", "text"),
        await listLines(redis),
      ];
    },
  ),
  forSnapshot("lines after the snapshot are kept", [1, ["3-0 cc {}", "4-0 dd {}"]], async (redis) => {
    await addLines(redis);
    return [await offer(redis, 2, "bb", 1), await listLines(redis)];
  }),
  forSnapshot("no line is removed while there are at most as many as to keep", [1, 4], async (redis) => {
    await addLines(redis);
    return [await offer(redis, 2, "bb", 4), await redis.send("XLEN", "lines")];
  }),
  forSnapshot("an earlier snapshot or one of another history is refused", [0, 0, 0, 4], async (redis) => {
    await addLines(redis);
    await redis.send("HSET", "snapshot", "sequence", 2);
    return [
      await offer(redis, 2, "bb", 1),
      await offer(redis, 3, "ff", 1),
      await offer(redis, 9, "ff", 1),
      await redis.send("XLEN", "lines"),
    ];
  }),
];

const sighting = (redis: ScriptRedis, time: number, { life = LIFE, decidedAt = "" } = {}) =>
  redis.run(["visitor"], ["4", time, 3, life, decidedAt]);
const readTimes = (redis: ScriptRedis) => redis.send("HGET", "visitor", "4");
const readReserved = (redis: ScriptRedis) => redis.send("HGET", "visitor", "4:reserved");
const addReserved = (redis: ScriptRedis, times: string) => redis.send("HSET", "visitor", "4:reserved", times);

const forSighting = define("countVisitorImpression");
const SIGHTING = [
  forSighting(
    "the first impression of a visitor is stored with an expiry",
    [1, "100", true],
    async (redis) => [
      await sighting(redis, 100),
      await readTimes(redis),
      await livesFor(redis, "visitor", LIFE),
    ],
  ),
  forSighting("times of impressions are sorted as numbers", "99,100,101", async (redis) => {
    for (const time of [100, 99, 101]) await sighting(redis, time);
    return readTimes(redis);
  }),
  forSighting("only the newest three impressions are kept", "200,300,400", async (redis) => {
    for (const time of [100, 200, 300, 400]) await sighting(redis, time);
    return readTimes(redis);
  }),
  forSighting("impressions of the same millisecond are stored separately", "100,100,100", async (redis) => {
    for (const time of [100, 100, 100, 100, 100]) await sighting(redis, time);
    return readTimes(redis);
  }),
  forSighting("a campaign with a shorter lifetime does not shorten the key's expiry", true, async (redis) => {
    await sighting(redis, 100);
    await sighting(redis, 200, { life: 1000 });
    return livesFor(redis, "visitor", LIFE);
  }),
  forSighting("impressions of other campaigns are not changed", "1,2", async (redis) => {
    await redis.send("HSET", "visitor", "5", "1,2");
    await sighting(redis, 100);
    return redis.send("HGET", "visitor", "5");
  }),
  forSighting("an impression removes one reservation of its decision", ["50,70,70", "100"], async (redis) => {
    await addReserved(redis, "50,70,70,70");
    await sighting(redis, 100, { decidedAt: "70" });
    return [await readReserved(redis), await readTimes(redis)];
  }),
  forSighting("an impression without a reservation removes none", "50,70", async (redis) => {
    await addReserved(redis, "50,70");
    await sighting(redis, 100, { decidedAt: "60" });
    return readReserved(redis);
  }),
  forSighting("removing the last reservation deletes its field", 0, async (redis) => {
    await addReserved(redis, "70");
    await sighting(redis, 100, { decidedAt: "70" });
    return redis.send("HEXISTS", "visitor", "4:reserved");
  }),
];

// ── reserveVisitorImpressions, releaseVisitorImpressions ─────────────────────────────────────────────────────────────

const NOW = 1000;
/** Reserves with a lifetime of 100 ms and at most 10 reservations per campaign. */
const reserve = (redis: ScriptRedis, ...campaigns: number[]) =>
  redis.run(["visitor"], [NOW, 100, 10, ...campaigns]);

const forReserve = define("reserveVisitorImpressions");
const RESERVE = [
  forReserve("as many impressions are reserved as the cap allows", [[3], "1000,1000,1000"], async (redis) => [
    await reserve(redis, 4, 1, 3, 500),
    await readReserved(redis),
  ]),
  forReserve("only impressions within the cap's window count", [2], async (redis) => {
    await redis.send("HSET", "visitor", "4", "499,500,501");
    return reserve(redis, 4, 1, 3, 500);
  }),
  forReserve(
    "valid reservations count and lapsed ones are removed",
    [[2], "901,1000,1000"],
    async (redis) => {
      await addReserved(redis, "899,900,901");
      return [await reserve(redis, 4, 1, 3, 500), await readReserved(redis)];
    },
  ),
  forReserve(
    "reservations from more than a minute ahead are removed, earlier ones count",
    [[2], "61000,1000,1000"],
    async (redis) => {
      await addReserved(redis, "61000,61001,172800000");
      return [await reserve(redis, 4, 1, 3, 500), await readReserved(redis)];
    },
  ),
  forReserve("the strictest of several caps decides", [[1], [1]], async (redis) => {
    await redis.send("HSET", "visitor", "4", "600,990");
    const first = await reserve(redis, 4, 2, 3, 500, 5, 50);
    await redis.send("HDEL", "visitor", "4:reserved");
    return [first, await reserve(redis, 4, 2, 5, 50, 3, 500)];
  }),
  forReserve("nothing is reserved if a lowered cap is already exceeded", [[0], 0], async (redis) => {
    await redis.send("HSET", "visitor", "4", "990,991,992,993");
    return [await reserve(redis, 4, 1, 3, 500), await redis.send("HEXISTS", "visitor", "4:reserved")];
  }),
  forReserve("a campaign has at most the given number of reservations", [10], (redis) =>
    reserve(redis, 4, 1, 50, 500),
  ),
  forReserve(
    "each campaign is reserved within the caps given for it",
    [[1, 2], "1000", "1000,1000"],
    async (redis) => [
      await reserve(redis, 4, 2, 1, 500, 9, 500, 5, 1, 2, 500),
      await readReserved(redis),
      await redis.send("HGET", "visitor", "5:reserved"),
    ],
  ),
  forReserve("reserving extends the key's expiry but never shortens it", [true, true], async (redis) => {
    const call = () => redis.run(["visitor"], [NOW, LIFE, 10, 4, 1, 3, 500]);
    await call();
    const first = await livesFor(redis, "visitor", LIFE);
    await redis.send("PEXPIRE", "visitor", 3 * LIFE);
    await call();
    return [first, await livesFor(redis, "visitor", 3 * LIFE)];
  }),
];

const release = (redis: ScriptRedis, ...campaigns: number[]) => redis.run(["visitor"], [70, ...campaigns]);

const forRelease = define("releaseVisitorImpressions");
const RELEASE = [
  forRelease("the given number of the decision's reservations is removed", [2, "50,70"], async (redis) => {
    await addReserved(redis, "50,70,70,70");
    return [await release(redis, 4, 2), await readReserved(redis)];
  }),
  forRelease("reservations of other decisions are kept", [0, "50,60"], async (redis) => {
    await addReserved(redis, "50,60");
    return [await release(redis, 4, 2), await readReserved(redis)];
  }),
  forRelease("removing the last reservation deletes its field", [1, 0], async (redis) => {
    await addReserved(redis, "70");
    return [await release(redis, 4, 1), await redis.send("HEXISTS", "visitor", "4:reserved")];
  }),
  forRelease("reservations of several campaigns are removed in one call", [2, "50", 0], async (redis) => {
    await addReserved(redis, "50,70");
    await redis.send("HSET", "visitor", "5:reserved", "70");
    const ended = await release(redis, 4, 1, 5, 1);
    return [ended, await readReserved(redis), await redis.send("HEXISTS", "visitor", "5:reserved")];
  }),
];

// ── images ───────────────────────────────────────────────────────────────────────────────────────────────────────────

const upload = (redis: ScriptRedis, name: string, bytes: number, quota: number) =>
  redis.run(["uploads"], [name, bytes, quota]);

const forUpload = define("countImage");
const forRefund = define("uncountImages");
const forForget = define("forgetImage");
const forRetain = define("retainImage");
const IMAGES = [
  forUpload(
    "images are counted up to the quota, and one beyond it is refused",
    [-1, -1, 50, "50", 0],
    async (redis) => [
      await upload(redis, "a", 30, 50),
      await upload(redis, "b", 20, 50),
      await upload(redis, "c", 1, 50),
      await redis.send("HGET", "uploads", "used"),
      await redis.send("HEXISTS", "uploads", "c"),
    ],
  ),
  forUpload("an image uploaded twice counts once", [-1, -1, "30"], async (redis) => [
    await upload(redis, "a", 30, 50),
    await upload(redis, "a", 30, 50),
    await redis.send("HGET", "uploads", "used"),
  ]),
  forRefund("deleted images no longer count", ["20", "20", 0], async (redis) => {
    await redis.send("HSET", "uploads", "a", 30, "b", 20, "used", 50);
    const used = await redis.run(["uploads"], ["a", "unknown"]);
    return [used, await redis.send("HGET", "uploads", "b"), await redis.send("HEXISTS", "uploads", "a")];
  }),
  forForget("an image without a retention mark is deleted", [1, 0], async (redis) => {
    await redis.send("SET", "image", "bytes");
    return [await redis.run(["image", "retained"], []), await redis.send("EXISTS", "image")];
  }),
  forRetain("retaining an image sets a mark that expires", [1, true, "bytes"], async (redis) => {
    await redis.send("SET", "image", "bytes");
    const result = await redis.run(["image", "retained"], [LIFE]);
    return [result, await livesFor(redis, "retained", LIFE), await redis.send("GET", "image")];
  }),
  forRetain("retaining a missing image stores nothing", [0, 0], async (redis) => [
    await redis.run(["image", "retained"], [LIFE]),
    await redis.send("DBSIZE"),
  ]),
  forForget("an image with a retention mark is kept", [0, "bytes"], async (redis) => {
    await redis.send("MSET", "image", "bytes", "retained", "1");
    return [await redis.run(["image", "retained"], []), await redis.send("GET", "image")];
  }),
];

const forProbe = define("probeWrites");
const PROBE = [
  forProbe("a probe writes a key that expires", ["OK", "1", true], async (redis) => [
    await redis.run(["probe"], [LIFE]),
    await redis.send("GET", "probe"),
    await livesFor(redis, "probe", LIFE),
  ]),
];

const forHold = define("holdClaim");
const HOLD = [
  forHold("a free claim is taken for its life", [1, "one", true], async (redis) => [
    await redis.run(["claim"], ["one", LIFE]),
    await redis.send("GET", "claim"),
    await livesFor(redis, "claim", LIFE),
  ]),
  forHold("the node that has a claim renews it", [1, "one", true], async (redis) => {
    await redis.send("SET", "claim", "one", "PX", HOUR);
    const result = await redis.run(["claim"], ["one", LIFE]);
    return [result, await redis.send("GET", "claim"), await livesFor(redis, "claim", LIFE)];
  }),
  forHold("another node's claim is kept as it is", [0, "two", true], async (redis) => {
    await redis.send("SET", "claim", "two", "PX", HOUR);
    const result = await redis.run(["claim"], ["one", LIFE]);
    return [result, await redis.send("GET", "claim"), await livesFor(redis, "claim", HOUR)];
  }),
];

// ── endSessions ──────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * Ends two of three sessions, one of which has expired, with a deadline `until` milliseconds from now. Returns the result
 * and remaining keys.
 */
const end = async (redis: ScriptRedis, until: number) => {
  const sessions = ["one", "two", "three"];
  for (const session of ["one", "three"]) await redis.send("SET", session, "kept");
  await redis.send("SADD", "owner", ...sessions);
  const deadline = (await redis.now()) + until;
  const result = await redis.run(["owner", "one", "two"], [deadline, "channel", "one", "two"]);
  const left = ((await redis.send("SMEMBERS", "owner")) as string[]).sort();
  return [result, left, await redis.send("MGET", ...sessions)];
};

const forEnd = define("endSessions");
const END = [
  forEnd(
    "only the given sessions end, and those that had not ended before are returned",
    [["one"], ["three"], [null, null, "kept"]],
    (redis) => end(redis, HOUR),
  ),
  forEnd(
    "no session ends after the caller's deadline",
    [null, ["one", "three", "two"], ["kept", null, "kept"]],
    (redis) => end(redis, -HOUR),
  ),
];

export const SCRIPT_CASES: readonly ScriptCase[] = [
  ...ACCOUNT,
  ...BEAT,
  ...UNMARK,
  ...CLAIM,
  ...SETTLE,
  ...CLOSE,
  ...FREE_RESERVATIONS,
  ...END,
  ...EPOCH,
  ...FAILURE,
  ...LIMIT,
  ...MERGE,
  ...MERGE_GOALS,
  ...PROBE,
  ...HOLD,
  ...APPEND,
  ...FILL,
  ...SNAPSHOT,
  ...SIGHTING,
  ...RESERVE,
  ...RELEASE,
  ...IMAGES,
];
