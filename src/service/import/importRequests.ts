/** Requests of the import commands, run in this process or by the service that uses the data folder. */
import { MessageChannel } from "node:worker_threads";
import type { Store } from "../facts/eventStore.ts";
import { runInSlices } from "../runtime/slices.ts";
import { startThread } from "../runtime/thread.ts";
import { type ImportEntry, type ImportResult, importParts, listImports, removeImport } from "./import.ts";
import type { ImportMessage, ImportQuestion } from "./importThread.ts";
import type { Owners } from "./lineOwners.ts";
import { type LazyTables, sendTables } from "./sendTables.ts";
import type { ImportStep, PartOptions } from "./splitFile.ts";

export type ImportRequest =
  | {
      action: "import";
      name: string;
      /** Network that the import belongs to. */
      network?: number;
      allOrNothing: boolean;
      source: Pick<PartOptions, "file" | "format" | "batch" | "rejectedFile">;
    }
  | { action: "list" }
  | { action: "remove"; name: string; network?: number };

/** Result of an import, the list of all, or whether an import was removed. */
export type ImportOutcome = ImportResult | ImportEntry[] | boolean;

/** Runs a request. */
export async function runImportRequest(
  store: Store,
  request: ImportRequest,
  read: (source: PartOptions) => AsyncIterable<ImportStep>,
  owners: Owners | undefined,
  onProgress?: Parameters<typeof importParts>[2]["onProgress"],
): Promise<ImportOutcome> {
  if (request.action === "list") return listImports(store);
  const { network } = request;
  if (request.action === "remove") return removeImport(store, request.name, network);
  const { name, allOrNothing, source } = request;
  const steps = read({ ...source, owners, temporary: store.temporary });
  return importParts(store, steps, { name, network, allOrNothing, ...(onProgress && { onProgress }) });
}

/**
 * Runs a request within the running service: files are read on a thread, and lines are checked against `owners` there.
 * The signal aborts an import, which then changes nothing. `onChanged` is called after an import or a removal.
 */
export async function serveImportRequest(
  store: Store,
  request: ImportRequest,
  owners: LazyTables,
  signal: AbortSignal,
  onChanged: () => Promise<void>,
): Promise<ImportOutcome> {
  if (request.action === "import" && OWN_FILES.test(request.source.file))
    throw new Error("A running service cannot read what this command is given. Write it to a file first.");
  const read = (options: PartOptions) => readPartsOnThread(options, owners, signal);
  const result = await runImportRequest(store, request, read, undefined);
  if (request.action !== "list") await onChanged();
  return result;
}

/** Paths through which a process reads its own open files, such as standard input. */
const OWN_FILES = /^\/(dev\/(stdin|fd\/)|proc\/(thread-)?self\/)/;

/** Like `splitFile`, on a separate thread. */
async function* readPartsOnThread(
  options: PartOptions,
  owners: LazyTables,
  signal: AbortSignal,
): AsyncGenerator<ImportStep> {
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
    const ask = (question: ImportQuestion) => port.postMessage(question);
    await runInSlices(sendTables(owners, (piece) => ask({ piece })));
    for (;;) {
      const answered = new Promise<ImportMessage>((resolve) => port.once("message", resolve));
      ask("next");
      const message = await Promise.race([answered, failed]);
      if ("error" in message) throw new Error(message.error);
      if (!message.step) return;
      yield message.step;
    }
  } finally {
    over.abort();
    port.close();
    // Do not wait: the thread ends after the read in progress, which can take any time for a pipe.
    void thread.terminate();
  }
}
