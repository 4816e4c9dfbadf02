/** `move-events`: moves the events of one machine to ClickHouse, for use by several machines. */
import { existsSync } from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { Command } from "commander";
import { connect } from "../clickhouse/clickhouse.ts";
import { migrate } from "../clickhouse/clickhouseTables.ts";
import { type Moved, moveFacts } from "../clickhouse/move.ts";
import { DATABASE_FILE } from "../duckdb/database.ts";
import { openStore } from "../duckdb/duckdbStore.ts";
import { addPasswordFiles, passwordFileOption } from "../passwordFile.ts";
import { syncFolder } from "../values/files.ts";
import { writeForDataOwner } from "./dataOwner.ts";

export function moveEventsCommand(): Command {
  return addPasswordFiles(new Command("move-events"))
    .description("bring the events of a data folder into ClickHouse, each once; the service must not run")
    .requiredOption("--data <folder>", "where events are kept", process.env.ZONETAG_DATA)
    .requiredOption(
      "--clickhouse <address>",
      "such as http://user:password@127.0.0.1:8123/zonetag",
      process.env.ZONETAG_CLICKHOUSE,
    )
    .addOption(passwordFileOption("clickhouse"))
    .action(moveEvents);
}

async function moveEvents({ data, clickhouse: url }: { data: string; clickhouse: string }): Promise<void> {
  const file = join(data, DATABASE_FILE);
  const kept = `${file}.moved`;
  if (!existsSync(file))
    throw new Error(
      existsSync(kept)
        ? `The events of ${data} are in ClickHouse already.`
        : `There are no events in ${data}.`,
    );
  const { facts, keys } = await writeForDataOwner(data, async () => {
    const moved = await move(data, url);
    // No longer used; otherwise a service without ClickHouse would start with an empty database beside it.
    await rename(file, kept);
    await syncFolder(data);
    return moved;
  });
  console.log(`${facts} rows of facts and ${keys} deduplication keys are in ClickHouse. ${kept} is kept.`);
}

async function move(data: string, url: string): Promise<Moved> {
  const clickhouse = connect({ url });
  try {
    await migrate(clickhouse);
    // Also loads the journal.
    const store = await openStore({ folder: data });
    return await moveFacts(store, data, clickhouse).finally(() => store.close());
  } finally {
    await clickhouse.close();
  }
}
