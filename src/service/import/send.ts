/**
 * A command's request, done by the service that uses the data folder, and here when none does. The service is reached
 * through the socket in that folder, which only who may change the data anyway can reach, so that there are no further
 * credentials and no file has to travel.
 */
import { askService } from "../control/commandSocket.ts";
import { openStore } from "../store/duckdb.ts";
import type { ImportOptions } from "./import.ts";
import type { Owners } from "./line.ts";
import { readParts } from "./parts.ts";
import { type ImportRequest, runRequest } from "./requests.ts";

export type { ImportRequest } from "./requests.ts";

/** What the service calls this command. */
const IMPORTS = "imports";

export interface SendOptions {
  owners?: Owners | undefined;
  onProgress?: ImportOptions["onProgress"];
}

export async function sendRequest(
  data: string,
  request: ImportRequest,
  { owners, onProgress }: SendOptions = {},
): Promise<unknown> {
  const answer = await askService(data, IMPORTS, request);
  if (answer) return answer.result;
  const store = await openStore({ folder: data });
  try {
    return await runRequest(store, request, readParts, owners, onProgress);
  } finally {
    await store.close();
  }
}
