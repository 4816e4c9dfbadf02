/**
 * `delivered` and `rebuild`: restore deliveries to a Redis that lost its data, from nodes that store their events
 * themselves. With ClickHouse this is automatic.
 */

import { readFile } from "node:fs/promises";
import { Command, Option } from "commander";
import { pino } from "pino";
import * as v from "valibot";
import { askService } from "../control/commandSocket.ts";
import { recallDelivered } from "../delivery/recallDelivered.ts";
import { openStore } from "../duckdb/duckdbStore.ts";
import { describeReadProblem } from "../files/fileProblem.ts";
import { readIdentity } from "../journal/folderIdentity.ts";
import { addPasswordFiles, passwordFileOption } from "../passwordFile.ts";
import { RedisConnection } from "../redis/redisConnection.ts";
import { restoreDelivered } from "../redis/restoreDelivered.ts";
import { parseRedisAddress } from "../settings.ts";
import { toDayNumber } from "../values/day.ts";
import { checkDataFolder } from "./dataFolder.ts";
import { writeForDataOwner } from "./dataOwner.ts";

const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const nano = v.pipe(
  v.string(),
  v.regex(/^\d{1,30}$/),
  v.transform((text) => BigInt(text)),
);
const campaignSchema = v.strictObject({
  campaign: whole,
  costToday: nano,
  costTotal: nano,
  shownToday: whole,
  shownTotal: whole,
  pending: whole,
  pendingCost: nano,
});
const fileSchema = v.strictObject({ node: v.string(), day: whole, campaigns: v.array(campaignSchema) });

type DeliveredFile = v.InferOutput<typeof fileSchema>;

/**
 * Assumed milliseconds for which a decision reserves its impression: without a running service, its setting is unknown.
 */
const RESERVATION_LIFE_MS = 120_000;

export function deliveredCommand(): Command {
  return new Command("delivered")
    .description(
      "print a node's deliveries per campaign, as input for `rebuild`; works while the service runs",
    )
    .requiredOption("--data <folder>", "data folder", process.env.ZONETAG_DATA)
    .action(printDelivered);
}

async function printDelivered({ data }: { data: string }): Promise<void> {
  checkDataFolder(data);
  const campaigns = (await askService(data, "delivered"))?.result ?? (await readDelivered(data));
  const file = { node: await readIdentity(data), day: toDayNumber(Date.now()), campaigns };
  const writeBigInt = (_: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);
  console.log(JSON.stringify(file, writeBigInt, 2));
}

async function readDelivered(data: string) {
  return writeForDataOwner(data, async () => {
    const store = await openStore({ folder: data });
    const options = { now: Date.now(), reservationLife: RESERVATION_LIFE_MS };
    return recallDelivered(store, options).finally(() => store.close());
  });
}

interface RebuildOptions {
  redis: string;
  nothing?: boolean;
}

export function rebuildCommand(): Command {
  return addPasswordFiles(new Command("rebuild"))
    .description(
      "restore the deliveries of all nodes after Redis lost its data, so that budgets and caps continue",
    )
    .argument("[files...]", "output of `delivered` from each node")
    .addOption(
      new Option("--redis <address>", "Redis or Valkey of the nodes")
        .env("ZONETAG_REDIS")
        .argParser(parseRedisAddress)
        .makeOptionMandatory(),
    )
    .addOption(passwordFileOption("redis"))
    .option("--nothing", "restore no deliveries: budgets and caps start from zero")
    .action(rebuild);
}

async function rebuild(files: string[], { redis: url, nothing = false }: RebuildOptions): Promise<void> {
  if (files.length > 0 === nothing)
    throw new Error(
      "Name the files with the output of `delivered` from each node, or use --nothing if they are lost.",
    );
  const nodes = await Promise.all(files.map(readDeliveredFile));
  if (new Set(nodes.map(({ node }) => node)).size < nodes.length)
    throw new Error("Two files are from the same node. Nothing was changed.");
  const redis = await RedisConnection.open({ url, timeout: 0, log: pino({ level: "silent" }) });
  try {
    const campaigns = await restoreDelivered(redis, nodes, Date.now());
    console.log(`Restored ${campaigns} campaigns to Redis; budgets and caps continue.`);
  } finally {
    redis.close();
  }
}

async function readDeliveredFile(path: string): Promise<DeliveredFile> {
  try {
    return v.parse(fileSchema, JSON.parse(await readFile(path, "utf8")));
  } catch (error) {
    throw new Error(`${path} is not the output of \`delivered\`: ${describeReadProblem(error)}`);
  }
}
