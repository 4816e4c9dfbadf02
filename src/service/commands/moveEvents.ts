/** `move-events`: moves the events of one machine to ClickHouse, for use by several machines. */
import { existsSync } from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { Command } from "commander";
import { connect } from "../clickhouse/clickhouse.ts";
import { migrate } from "../clickhouse/clickhouseTables.ts";
import { type Moved, moveFacts } from "../clickhouse/moveFacts.ts";
import { DATABASE_FILE } from "../duckdb/database.ts";
import { openStore } from "../duckdb/duckdbStore.ts";
import { MOVED } from "../duckdb/folderFormat.ts";
import { syncFolder } from "../files/files.ts";
import { addPasswordFiles, passwordFileOption } from "../passwordFile.ts";
import { writeForDataOwner } from "./dataOwner.ts";

export function moveEventsCommand(): Command {
  return addPasswordFiles(new Command("move-events"))
    .description("move the events of a data folder to ClickHouse, without duplicates; stop the service first")
    .requiredOption("--data <folder>", "data folder", process.env.ZONETAG_DATA)
    .requiredOption(
      "--clickhouse <address>",
      "ClickHouse, such as http://user:password@127.0.0.1:8123/zonetag",
      process.env.ZONETAG_CLICKHOUSE,
    )
    .addOption(passwordFileOption("clickhouse"))
    .action(moveEvents);
}

async function moveEvents({ data, clickhouse: url }: { data: string; clickhouse: string }): Promise<void> {
  const file = join(data, DATABASE_FILE);
  const kept = file + MOVED;
  if (!existsSync(file))
    throw new Error(
      existsSync(kept)
        ? `The events of ${data} are already in ClickHouse.`
        : `There are no events in ${data}.`,
    );
  const { facts, keys } = await writeForDataOwner(data, async () => {
    const moved = await move(data, url);
    // Renamed, so that a service started without ClickHouse does not continue with the moved events.
    await rename(file, kept);
    await syncFolder(data);
    return moved;
  });
  console.log(
    `Moved ${facts} rows of facts and ${keys} deduplication keys to ClickHouse. The original database remains in ${kept}.`,
  );
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
