/** `catalogue export|edit|apply|check`: manages the live catalogue as a file. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command, Option } from "commander";
import { pino } from "pino";
import { IDS_FILE, RecordFile } from "../accounts/recordFile.ts";
import { CatalogueError } from "../catalogue/catalogue.ts";
import {
  type CatalogueAnswer,
  type CatalogueRequest,
  type RequestContext,
  runCatalogueRequest,
} from "../catalogue/catalogueRequests.ts";
import type { CatalogueDocument } from "../catalogue/document.ts";
import type { HighestId } from "../catalogue/highestIds.ts";
import { describeFileProblem, parseJsonText } from "../catalogue/jsonText.ts";
import { LiveCatalogue } from "../catalogue/liveCatalogue.ts";
import { hasLiveCatalogue, locateLiveCatalogue } from "../catalogue/logFiles.ts";
import { askService } from "../control/commandSocket.ts";
import { openStore } from "../duckdb/duckdbStore.ts";
import { writeDurably } from "../files/files.ts";
import { FreeIds } from "../management/freeIds.ts";
import { UPLOADS } from "../management/images.ts";
import { addPasswordFiles, passwordFileOption } from "../passwordFile.ts";
import { LivePeople } from "../people/livePeople.ts";
import { createTaker } from "../people/takeSignIns.ts";
import { CATALOGUE, IDS, PEOPLE } from "../redis/names.ts";
import { RedisConnection } from "../redis/redisConnection.ts";
import { SharedImages } from "../redis/redisImages.ts";
import { RedisLog } from "../redis/redisLog.ts";
import { SharedRecords } from "../redis/redisRecords.ts";
import { parseRedisAddress } from "../settings.ts";
import { checkCommand } from "./checkCatalogue.ts";
import { checkDataFolder } from "./dataFolder.ts";
import { writeForDataOwner } from "./dataOwner.ts";
import { editText } from "./editCatalogue.ts";

/** Data folder of one service, or Redis of several nodes; Redis has precedence. */
export interface PlaceOptions {
  data?: string;
  redis?: string;
}

interface ApplyOptions extends PlaceOptions {
  dryRun: boolean;
  creatives?: string;
}

/** Timeout for Redis, milliseconds. A command can wait longer than a request. */
const REDIS_TIMEOUT = 10_000;

export function catalogueCommand(): Command {
  return addPasswordFiles(new Command("catalogue"))
    .description("read and change the live catalogue as a file")
    .addCommand(
      forPlace("export")
        .description("write the catalogue as JSON; works while the service runs")
        .argument("[file]", "output file, readable only by its owner (default: standard output)")
        .action(exportCatalogue),
    )
    .addCommand(
      forPlace("edit")
        .description("edit the catalogue in $EDITOR; saving applies it, problems reopen the editor")
        .action(edit),
    )
    .addCommand(
      forPlace("apply")
        .description(
          "replace the catalogue with a file, as one change; entries missing from the file are archived",
        )
        .argument("<file>", "JSON file; comments are allowed")
        .option("--dry-run", "check the file and show what would change", false)
        .addOption(
          new Option(
            "--creatives <folder>",
            "folder with further images besides uploaded ones; a running service uses its own setting",
          ).env("ZONETAG_CREATIVES"),
        )
        .action(apply),
    )
    .addCommand(checkCommand());
}

/** Creates a command with options for the place of the catalogue. */
export function forPlace(name: string): Command {
  return new Command(name)
    .addOption(new Option("--data <folder>", "the service's data folder").env("ZONETAG_DATA"))
    .addOption(
      new Option("--redis <address>", "Redis or Valkey of the nodes that share a catalogue")
        .env("ZONETAG_REDIS")
        .argParser(parseRedisAddress),
    )
    .addOption(passwordFileOption("redis"));
}

async function exportCatalogue(file: string | undefined, place: PlaceOptions): Promise<void> {
  const { data, redis } = place;
  if (data !== undefined && redis === undefined && !(await hasLiveCatalogue(data)))
    throw new Error(`There is no live catalogue in ${data}.`);
  const { document } = await askForCatalogue(place, { action: "export" });
  const text = writeTidy(document);
  if (file === undefined) process.stdout.write(text);
  else await writeDurably(file, text, 0o600);
}

async function edit(place: PlaceOptions): Promise<void> {
  const { document, sequence } = await askForCatalogue(place, { action: "export" });
  const isApplied = await editText(writeTidy(document), async (value) => {
    const request = { action: "apply", value, isDryRun: false, sequence } as const;
    const { lines, problems } = await askForCatalogue(place, request);
    for (const line of lines) console.log(line);
    return problems;
  });
  if (!isApplied) console.log("nothing changes");
}

/** Omits optional lists that are empty. */
function writeTidy(document: CatalogueDocument): string {
  const needed = ["accounts", "sites", "zones", "campaigns"];
  const lists = Object.entries(document).filter(([list, { length }]) => length > 0 || needed.includes(list));
  return `${JSON.stringify(Object.fromEntries(lists), null, 2)}\n`;
}

async function apply(file: string, { dryRun, creatives, ...place }: ApplyOptions): Promise<void> {
  const value = await readValue(file);
  const request = { action: "apply", value, isDryRun: dryRun } as const;
  const folders = creatives === undefined ? [] : [creatives];
  const { lines, problems } = await askForCatalogue(place, request, folders);
  if (problems.length > 0) throw new CatalogueError(problems).nameFile(file);
  for (const line of lines) console.log(line);
  if (lines.length === 0) console.log("nothing changes");
  else if (dryRun) console.log("nothing was changed: this was a dry run");
}

async function readValue(file: string): Promise<unknown> {
  try {
    return parseJsonText(await readFile(file, "utf8"));
  } catch (error) {
    throw new Error(describeFileProblem(file, error));
  }
}

/**
 * Sends a request to Redis or to the running service. Without a running service, opens the data folder under its lock.
 */
export async function askForCatalogue(
  { data, redis }: PlaceOptions,
  request: CatalogueRequest,
  creatives: readonly string[] = [],
): Promise<CatalogueAnswer> {
  if (redis !== undefined) return askRedis(redis, request, creatives);
  if (data === undefined)
    throw new Error(
      "Expected --data with the service's data folder, or --redis with the address that several nodes share.",
    );
  checkDataFolder(data, { mayBeMissing: true });
  const answered = await askService(data, "catalogue", request);
  if (answered) return answered.result;
  return writeForDataOwner(data, () => openForCatalogue(data, request, creatives));
}

async function openForCatalogue(
  data: string,
  request: CatalogueRequest,
  creatives: readonly string[],
): Promise<CatalogueAnswer> {
  const store = await openStore({ folder: data });
  const isNew = !(await hasLiveCatalogue(data));
  try {
    const live = await LiveCatalogue.open({
      data,
      creatives: [join(data, UPLOADS), ...creatives],
      ids: [await RecordFile.open(data, IDS_FILE)],
    });
    const people = await LivePeople.open({ data });
    const getHighest = (kind: string) => live.getHighestId(kind);
    const answer = await runHere(live, people, request, {
      // The lock is held, so no service deletes images meanwhile.
      retain: async () => {},
      findIds: new FreeIds({ facts: store, people: () => people.value, getHighest }).find,
    });
    // Beside a live catalogue, even an empty one, the service would refuse a catalogue file.
    if (isNew && live.sequence === 0) await rm(locateLiveCatalogue(data), { recursive: true });
    return answer;
  } finally {
    await store.close();
  }
}

/** Runs a request in this process, then closes the catalogue and the people. */
async function runHere(
  live: LiveCatalogue,
  people: LivePeople,
  request: CatalogueRequest,
  context: Pick<RequestContext, "retain" | "findIds">,
): Promise<CatalogueAnswer> {
  const answer = await runCatalogueRequest(live, request, {
    ...context,
    time: Date.now(),
    signIns: createTaker(people),
  });
  await live.close();
  await people.close();
  return answer;
}

/** Acts as a node with a temporary data folder. */
async function askRedis(
  url: string,
  request: CatalogueRequest,
  creatives: readonly string[],
): Promise<CatalogueAnswer> {
  const data = await mkdtemp(join(tmpdir(), "zonetag-catalogue-"));
  const redis = await RedisConnection.open({ url, timeout: REDIS_TIMEOUT, log: pino({ level: "silent" }) });
  try {
    const uploads = join(data, UPLOADS);
    const images = new SharedImages({ redis, folder: uploads, quota: 0 });
    const shared = new RedisLog({ redis, images, what: "catalogue", keys: CATALOGUE });
    const live = await LiveCatalogue.open({
      data,
      shared,
      creatives: [uploads, ...creatives],
      ids: [new SharedRecords<HighestId>(redis, IDS)],
    });
    const peopleLines = new RedisLog({ redis, what: "people", keys: PEOPLE });
    const people = await LivePeople.open({ data, shared: peopleLines });
    return await runHere(live, people, request, {
      retain: (text) => images.retain(text),
      findIds: async () => {
        throw new Error(
          "The file has entries without an id, and Redis does not know which ids have statistics. Give these entries ids, or apply the file with --data on a running node.",
        );
      },
    });
  } finally {
    redis.close();
    await rm(data, { recursive: true, force: true });
  }
}
