/** What the commands of imports ask for, done here or by the service that has the data folder. */
import { MessageChannel } from "node:worker_threads";
import type { Store } from "../store/store.ts";
import { startThread } from "../values/thread.ts";
import { readBeginnings } from "./earlierImports.ts";
import { importParts, listImports, removeImport } from "./import.ts";
import type { ImportMessage } from "./importThread.ts";
import type { Owners } from "./line.ts";
import type { ImportStep, PartOptions } from "./parts.ts";

export type ImportRequest =
  | {
      action: "import";
      name: string;
      allOrNothing: boolean;
      source: Pick<PartOptions, "file" | "format" | "batch" | "rejectedFile">;
    }
  | { action: "list" }
  | { action: "remove"; name: string };

/** Does what a request asks. */
export async function runRequest(
  store: Store,
  request: ImportRequest,
  read: (source: PartOptions) => AsyncIterable<ImportStep>,
  owners: Owners | undefined,
  onProgress?: Parameters<typeof importParts>[2]["onProgress"],
): Promise<unknown> {
  if (request.action === "list") return listImports(store);
  if (request.action === "remove") return removeImport(store, request.name);
  const { name, allOrNothing, source } = request;
  const beginnings = await readBeginnings(store.query);
  const steps = read({ ...source, owners, beginnings, temporary: store.temporary });
  return importParts(store, steps, { name, allOrNothing, ...(onProgress && { onProgress }) });
}

/**
 * As the running service does it: read on a thread of its own, checked against the catalogue in use. The signal ends an
 * import, which then has brought nothing.
 */
export function serveRequest(
  store: Store,
  body: unknown,
  owners: Owners,
  signal: AbortSignal,
): Promise<unknown> {
  const request = body as ImportRequest;
  if (request.action === "import" && OWN_FILES.test(request.source.file))
    throw new Error("A running service cannot read what this command is given. Write it to a file first.");
  const read = (options: PartOptions) => readPartsOnThread(options, signal);
  return runRequest(store, request, read, selectOwners(owners));
}

/** Files by which a process reads what it has open itself, such as its standard input. */
const OWN_FILES = /^\/(dev\/(stdin|fd\/)|proc\/(thread-)?self\/)/;

/** As `readParts`, on a thread of its own. */
async function* readPartsOnThread(options: PartOptions, signal: AbortSignal): AsyncGenerator<ImportStep> {
  signal.throwIfAborted();
  const thread = startThread("import-thread", "./importThread.ts", import.meta.url);
  const { port1: port, port2: far } = new MessageChannel();
  const over = new AbortController();
  const failed = new Promise<never>((_, reject) => {
    thread.once("error", reject);
    signal.addEventListener("abort", () => reject(signal.reason), { signal: over.signal });
  });
  failed.catch(() => {});
  try {
    thread.postMessage({ options, port: far }, [far]);
    for (;;) {
      const answered = new Promise<ImportMessage>((resolve) => port.once("message", resolve));
      port.postMessage("next");
      const message = await Promise.race([answered, failed]);
      if ("error" in message) throw new Error(message.error);
      if (!message.step) return;
      yield message.step;
    }
  } finally {
    over.abort();
    port.close();
    // Ends once the read in progress does, which of a pipe may take any time.
    void thread.terminate();
  }
}

/** What lines are checked against, without the rest of the catalogue, which would have to be copied for the thread. */
function selectOwners({ accounts, sites, zones, campaigns, variations }: Owners): Owners {
  const select = ({ id, account, offer, offerLandingPage }: ReturnType<typeof campaigns.get> & object) => ({
    ...{ id, account, offer, offerLandingPage },
  });
  return {
    accounts: new Map([...accounts].map(([id, { role }]) => [id, { role }])),
    sites: new Map(
      [...sites].map(([key, { id, account, hostname, category }]) => [
        key,
        { id, account, hostname, category },
      ]),
    ),
    zones: new Map([...zones].map(([key, { id, site, size }]) => [key, { id, site, size }])),
    campaigns: new Map([...campaigns].map(([id, campaign]) => [id, select(campaign)])),
    variations: new Map([...variations].map(([id, { campaign }]) => [id, { campaign: select(campaign) }])),
  };
}
