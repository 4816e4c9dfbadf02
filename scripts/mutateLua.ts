/**
 * `npx tsx scripts/mutateLua.ts [script …]`: changes the conditions and comparisons of Redis' scripts, one at a time, and
 * lists the changes that no case of `test/service/redis/scriptCases.ts` notices. Needs redis-server or valkey-server.
 */
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { Argument, Command } from "commander";
import { createScriptRedis, SCRIPT_CASES, type ScriptCase } from "../test/service/redis/scriptCases.ts";
import { findRedisServer, NO_REDIS, type RedisServer, startRedis } from "../test/service/support/redis.ts";

const FOLDER = resolve(import.meta.dirname, "../src/service/redis/lua");
/** A mutant that loops forever is killed with its server. */
const TIMEOUT_MS = 3000;
const TIMED_OUT = Symbol("timed out");

interface Mutant {
  script: string;
  line: number;
  before: string;
  after: string;
  text: string;
}

/** Mutants that behave like the original. `after`: the changed line. */
const EQUIVALENT: readonly { script: string; after: string; reason: string }[] = [
  {
    script: "countHeartbeat",
    after: "elseif age >= tonumber(ARGV[4]) then",
    reason: "Differs in one millisecond of Redis' clock, which no case can set.",
  },
  {
    script: "countHeartbeat",
    after: 'elseif age < tonumber(ARGV[3]) and knows == "1" then',
    reason: "Differs in one millisecond of Redis' clock, which no case can set.",
  },
  {
    script: "claimEvents",
    after: "if since and now - since <= tonumber(ARGV[4]) then",
    reason: "Differs in one millisecond of Redis' clock, which no case can set.",
  },
  {
    script: "closeBudgetReservations",
    after: 'if tonumber(last) >= tonumber(redis.call("GET", KEYS[2]) or "-1") then',
    reason: "Writes the number that is there already; it is only kept longer.",
  },
  {
    script: "endSessions",
    after: "if tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000) >= tonumber(ARGV[1]) then",
    reason: "Differs in one millisecond of Redis' clock, which no case can set.",
  },
  {
    script: "countRequest",
    after: "if last and last >= now - tonumber(ARGV[at + 1]) * 1000 then",
    reason: "Differs in one microsecond of Redis' clock, which no case can set.",
  },
  {
    script: "countRequest",
    after: "while oldest and oldest < now - window * 1000 do",
    reason: "Differs in one microsecond of Redis' clock, which no case can set.",
  },
  {
    script: "reserveVisitorImpressions",
    after: "while at < #ARGV do",
    reason: "A campaign has at least an id and a number of caps, so `at` is never the last argument.",
  },
  {
    script: "countVisitorImpression",
    after: "if #kept > 0 then",
    reason: "Without a reservation found, writes the reservations that are there already.",
  },
  {
    script: "replaceSnapshot",
    after: "if oldest >= tonumber(ARGV[1]) + 1 then",
    reason: "Sets the number that it has already.",
  },
  {
    script: "replaceSnapshot",
    after: "if oldest >= 0 then",
    reason: "Lines are numbered from 1, so none is older than 0.",
  },
];

const SWAPS: Record<string, readonly string[]> = {
  "==": ["~="],
  "~=": ["=="],
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
};
const COMPARISON = / (==|~=|<=|>=|<|>) /g;
const CONDITION = /\b(if|elseif|while) (.+) (then|do)$/;

function createMutants(script: string): Mutant[] {
  const lines = readFileSync(`${FOLDER}/${script}.lua`, "utf8").split("\n");
  return lines.flatMap((line, at) => {
    const changed = line.trim().startsWith("--") ? [] : [...new Set(changeLine(line))];
    return changed.map((after) => ({
      script,
      line: at + 1,
      before: line.trim(),
      after: after.trim(),
      text: lines.with(at, after).join("\n"),
    }));
  });
}

function* changeLine(line: string): Generator<string> {
  const replace = (start: number, length: number, by: string) =>
    line.slice(0, start) + by + line.slice(start + length);
  for (const { index, 0: found, 1: operator = "" } of line.matchAll(COMPARISON))
    for (const other of SWAPS[operator] ?? []) yield replace(index, found.length, ` ${other} `);
  // `a and b or c` is Lua's conditional expression.
  for (const { index, 1: operand = "" } of line.matchAll(/\b([a-z]\w*) and /gi))
    yield replace(index, operand.length, `not ${operand}`);
  const match = CONDITION.exec(line);
  if (!match) return;
  const { index, 0: found, 1: word, 2: condition = "", 3: end } = match;
  for (const other of [`not (${condition})`, ...changeSides(condition)])
    yield replace(index, found.length, `${word} ${other} ${end}`);
}

/** Mutates a condition: negates each side of `and` and `or`, and reduces it to each side. */
function changeSides(condition: string): string[] {
  const sides = splitSides(condition);
  if (sides.length === 1) return [];
  return sides.flatMap(({ start, text }) => [
    text,
    `${condition.slice(0, start)}not (${text})${condition.slice(start + text.length)}`,
  ]);
}

/** Splits at each `and` and `or` outside parentheses. */
function splitSides(condition: string): { start: number; text: string }[] {
  const sides: { start: number; text: string }[] = [];
  let start = 0;
  for (const { index, 0: operator } of condition.matchAll(/ (?:and|or) |$/g)) {
    if (condition.slice(start, index).split("(").length !== condition.slice(start, index).split(")").length)
      continue;
    sides.push({ start, text: condition.slice(start, index) });
    start = index + operator.length;
  }
  return sides;
}

/**
 * Finds the first case that fails on the mutant. Rejects when the mutant is invalid Lua, since every case would fail on
 * it.
 */
async function findFailure(redis: RedisServer, { script, text }: Mutant): Promise<ScriptCase | undefined> {
  await redis.send("SCRIPT", "LOAD", text);
  for (const each of SCRIPT_CASES.filter((one) => one.script === script)) {
    await redis.send("FLUSHALL");
    const acting = each.act(createScriptRedis(redis, text)).catch((error: unknown) => error);
    const result = await Promise.race([acting, delay(TIMEOUT_MS, TIMED_OUT, { ref: false })]);
    if (result === TIMED_OUT) {
      await redis.kill();
      await redis.restart();
    }
    if (!isDeepStrictEqual(result, each.expected)) return each;
  }
  return undefined;
}

function isEquivalent({ script, after }: Mutant): boolean {
  return EQUIVALENT.some((each) => each.script === script && each.after === after);
}

async function run(scripts: readonly string[]): Promise<boolean> {
  const redis = await startRedis();
  const mutants = scripts.flatMap(createMutants);
  const survivors: Mutant[] = [];
  try {
    for (const mutant of mutants) if (!(await findFailure(redis, mutant))) survivors.push(mutant);
  } finally {
    await redis.stop();
  }
  const equivalent = survivors.filter(isEquivalent);
  for (const { script, line, before, after } of survivors.filter((mutant) => !isEquivalent(mutant)))
    console.log(`${script}.lua:${line}\n  - ${before}\n  + ${after}`);
  const missed = survivors.length - equivalent.length;
  const noticed = mutants.length - survivors.length;
  console.log(
    `${mutants.length} mutants: ${noticed} noticed, ${equivalent.length} equivalent, ${missed} not noticed.`,
  );
  return missed === 0;
}

function readScripts(): readonly string[] {
  const names = readdirSync(FOLDER).map((name) => name.replace(/\.lua$/, ""));
  const { args } = new Command("npx tsx scripts/mutateLua.ts")
    .description(
      `Negates each condition and swaps each comparison of the scripts in src/service/redis/lua, runs the cases of
test/service/redis/scriptCases.ts on each mutant, and lists the mutants that no case notices.
Ends with 1 when there are any, except those listed as equivalent.`,
    )
    .addArgument(new Argument("[script...]", "names without .lua; default: all").choices(names))
    .parse();
  return args.length > 0 ? args : names;
}

const scripts = readScripts();
if (!findRedisServer()) throw new Error(`This ${NO_REDIS}.`);
process.exitCode = (await run(scripts)) ? 0 : 1;
