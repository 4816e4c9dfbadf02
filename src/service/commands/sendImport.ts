/**
 * Sends a command's request to the service that uses the data folder, or runs it in this process without a service.
 * Only users who may change the data can reach the socket in that folder, so that neither credentials nor copies of the
 * file are needed.
 */
import { parseCatalogue } from "../catalogue/catalogue.ts";
import { hasLiveCatalogue, locateLiveCatalogue, replay } from "../catalogue/logFiles.ts";
import { askService } from "../control/commandSocket.ts";
import type { CommandOutput } from "../control/serviceCommands.ts";
import { openStore } from "../duckdb/duckdbStore.ts";
import type { ImportOptions } from "../import/import.ts";
import { type ImportOutcome, type ImportRequest, runImportRequest } from "../import/importRequests.ts";
import type { Owners } from "../import/lineOwners.ts";
import { splitFile } from "../import/splitFile.ts";

/**
 * Database settings of an import without a service. Two threads take twice the processor time for files as small as the
 * parts of an import; the memory suffices for lines with every column.
 */
export const IMPORT_DATABASE = { memory: "104MB", threads: 1 };

interface SendOptions {
  /** Used if the data folder has no live catalogue, and no service runs on it. */
  owners?: Owners | undefined;
  onProgress?: ImportOptions["onProgress"];
}

export async function sendImportRequest(
  data: string,
  request: ImportRequest,
  { owners, onProgress }: SendOptions = {},
): Promise<ImportOutcome | CommandOutput<"imports">> {
  const answer = await askService(data, "imports", request);
  if (answer) return answer.result;
  const store = await openStore({ folder: data, ...IMPORT_DATABASE });
  try {
    return await runImportRequest(store, request, splitFile, (await loadOwners(data)) ?? owners, onProgress);
  } finally {
    await store.close();
  }
}

/** Reads the entries of the folder's live catalogue, which a service on it would use; undefined without one. */
async function loadOwners(data: string): Promise<Owners | undefined> {
  if (!(await hasLiveCatalogue(data))) return undefined;
  return parseCatalogue((await replay(locateLiveCatalogue(data))).document);
}
