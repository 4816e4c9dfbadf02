/** `publish FILE`: checks a catalogue and puts it to use on all nodes of a Redis. */
import { readFile } from "node:fs/promises";
import { Command, InvalidArgumentError, Option } from "commander";
import { pino } from "pino";
import { loadCatalogue } from "../catalogue/catalogue.ts";
import { readDocument, replaceDocument } from "../redis/catalogueDocument.ts";
import { RedisConnection } from "../redis/connection.ts";
import { readRedisAddress } from "../settings.ts";

interface PublishOptions {
  redis: string;
  expect?: number;
  creatives?: string;
}

/** Milliseconds; nobody waits for an ad here. */
const TIMEOUT = 10_000;

export function publishCommand(): Command {
  return new Command("publish")
    .description("check a catalogue and put it to use on all nodes that share a Redis")
    .argument("<file>", "the catalogue")
    .addOption(
      new Option("--redis <address>", "Redis or Valkey of the nodes")
        .env("ZONETAG_REDIS")
        .argParser(readRedisAddress)
        .makeOptionMandatory(),
    )
    .option("--expect <version>", "publish only in the place of this version", readVersionNumber)
    .option("--creatives <folder>", "folder in which the images have to be that the nodes serve")
    .action(publish);
}

async function publish(file: string, { redis: url, expect, creatives }: PublishOptions): Promise<void> {
  await loadCatalogue(file, creatives === undefined ? [] : [creatives]);
  const text = (await readFile(file, "utf8")).replace(/^\uFEFF/, "");
  const redis = await RedisConnection.open({ url, timeout: TIMEOUT, log: pino({ level: "silent" }) });
  try {
    const { version, text: before } = await readDocument(redis);
    if (expect !== undefined && version !== expect)
      throw new Error(`The catalogue in Redis is version ${version}, not ${expect}. Nothing was published.`);
    if (text === before) {
      console.log(`unchanged: version ${version}`);
      return;
    }
    if (!(await replaceDocument(redis, version, { version: version + 1, text })))
      throw new Error(
        "The catalogue in Redis was changed at the same time. Nothing was published; try again.",
      );
    console.log(`published: version ${version + 1}`);
  } finally {
    redis.close();
  }
}

function readVersionNumber(value: string): number {
  if (/^\d{1,15}$/.test(value)) return Number(value);
  throw new InvalidArgumentError("Expected a version, such as 12; 0 for none yet.");
}
