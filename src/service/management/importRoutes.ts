/** Imports over HTTP: each belongs to the network that sent it. */
import type { IncomingMessage } from "node:http";
import type { ImportAnswer, ListedImport } from "../../protocol/management.ts";
import { formatPath } from "../../protocol/validation.ts";
import type { Account, Catalogue } from "../catalogue/catalogue.ts";
import { type Store, StoreError } from "../facts/eventStore.ts";
import { asStoreError } from "../facts/storeErrors.ts";
import { countImports, type ImportEntry, type ImportResult, listImports } from "../import/import.ts";
import { isImportName } from "../import/importName.ts";
import { type ImportRequest, serveImportRequest } from "../import/importRequests.ts";
import { createOwnerTables } from "../import/ownerTables.ts";
import type { Format } from "../import/records.ts";
import { UploadInterrupted, type UploadLimits, UploadTooLarge, withUpload } from "../import/upload.ts";
import { type AccountHandler, type Call, refuse, refuseFields } from "../interface/call.ts";
import { isEncoded } from "../interface/jsonBody.ts";
import { ListQuery } from "../interface/listQuery.ts";
import { BusyError, createGates } from "../runtime/gate.ts";
import { describeWithoutPaths } from "../runtime/thrown.ts";
import { describeProblem } from "../values/problemList.ts";
import { answerPage, parsePageRange } from "./listAnswer.ts";
import { answerRefusal } from "./managementHandlers.ts";

export interface ImportParts extends UploadLimits {
  /** The store of one machine; undefined when the events are in ClickHouse. */
  store: Store | undefined;
  catalogue: () => Catalogue;
  /** Ends imports in progress, which then change nothing. */
  stopping: AbortSignal;
  /** Called after an import or a removal, before the response. */
  onChanged: () => Promise<void>;
  /** Exempts a request from the server's time limit until `work` settles. */
  extendBodyTime: <T>(request: IncomingMessage, work: () => Promise<T>) => Promise<T>;
}

/** Maximum concurrent uploads of a network, including those that wait for their import: each has a file on the disk. */
const MAX_UPLOADS = 2;
const BATCH_LINES = 20_000;

const FORMATS: readonly [type: RegExp, format: Format][] = [
  [/^application\/(x-)?ndjson\s*(;|$)/i, "ndjson"],
  [/^text\/csv\s*(;|$)/i, "csv"],
];

export function importHandlers(parts: ImportParts) {
  const uploads = createGates({ running: MAX_UPLOADS, waiting: 0, refusal: "imports" });
  const upload = <T>(network: number, incoming: IncomingMessage, work: () => Promise<T>) =>
    uploads(network).run(() => parts.extendBodyTime(incoming, work));
  const withStore =
    (answer: (c: Call, network: number, store: Store) => Promise<Response>): AccountHandler =>
    (c, { id }: Account) =>
      parts.store ? answer(c, id, parts.store) : refuse(c, 409, { code: "imports-unsupported" });
  const run = (store: Store, network: number, request: ImportRequest) =>
    serveImportRequest(
      store,
      request,
      createOwnerTables(parts.catalogue(), network),
      parts.stopping,
      parts.onChanged,
    );
  return {
    "GET /v2/imports": withStore((c, network, store) =>
      answerRefusal(c, async () => {
        const page = parsePageRange(c);
        const [count, entries] = await Promise.all([
          countImports(store, network),
          listImports(store, { network, ...page }),
        ]);
        return answerPage(c, page, { count, entries }, describeEntry);
      }),
    ),
    "POST /v2/imports": withStore(async (c, network, store) => {
      const name = parseImportName(c);
      if (name instanceof Response) return name;
      const format = FORMATS.find(([type]) => type.test(c.req.header("Content-Type") ?? ""))?.[1];
      if (!format || isEncoded(c)) return refuse(c, 415, { code: "import-type" });
      const query = new ListQuery(c.req.query());
      const allOrNothing = query.parseFlag("all_or_nothing");
      if (query.problems.length > 0) return refuseFields(c, query.problems);
      const take = (file: string) => {
        const source = { file, format, batch: BATCH_LINES, rejectedFile: undefined };
        return run(store, network, { action: "import", name, network, allOrNothing, source });
      };
      const { incoming } = c.env;
      return answerFailures(c, async () => {
        const receive = () => withUpload(incoming, store.temporary, format, parts, take);
        const result = await upload(network, incoming, receive);
        return answerImport(c, name, result as ImportResult);
      });
    }),
    "DELETE /v2/imports": withStore(async (c, network, store) => {
      // Earlier versions took names that are refused now.
      const name = c.req.query("name") || refuseName(c);
      if (name instanceof Response) return name;
      if (await run(store, network, { action: "remove", name, network })) return c.body(null, 204);
      return refuse(c, 404, { code: "import-unknown" });
    }),
  };
}

function parseImportName(c: Call): string | Response {
  const name = c.req.query("name") ?? "";
  return isImportName(name) ? name : refuseName(c);
}

function refuseName(c: Call): Response {
  return refuseFields(c, [{ path: "[name]", problem: { code: "import-name" } }]);
}

/** Answers errors that the sender can correct; all others are internal errors. */
async function answerFailures(c: Call, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    // The remainder of the body is not read, so the connection cannot be reused.
    if (!c.env.incoming.complete) c.header("Connection", "close");
    if (error instanceof UploadTooLarge) return refuse(c, 413, { code: "import-size", most: error.most });
    if (error instanceof UploadInterrupted) return refuse(c, 408, { code: "import-interrupted" });
    if (error instanceof BusyError) {
      c.header("Retry-After", "5");
      return refuse(c, 503, { code: "imports-busy" });
    }
    if (error instanceof StoreError || !(error instanceof Error)) throw error;
    // The disk can fill while the lines are read or stored, as well as during the upload.
    const failure = asStoreError(error);
    if (failure.code === "full") throw failure;
    const problem = { code: "import-unreadable", reason: describeWithoutPaths(error) } as const;
    return refuseFields(c, [{ path: formatPath([]), problem }]);
  }
}

function answerImport(c: Call, name: string, result: ImportResult): Response {
  const { read, added, rejected, reasons, replaced, summedUp, sameAs, refused } = result;
  const counts = { name, read, added, rejected, reasons };
  if (refused) return c.json({ ...describeProblem({ code: "import-refused" }), ...counts }, 400);
  const answer: ImportAnswer = counts;
  if (replaced !== undefined) answer.replaced = replaced;
  if (summedUp !== undefined) answer.summed_up = summedUp;
  if (sameAs !== undefined) answer.same_as = sameAs;
  return c.json({ result: answer });
}

function describeEntry(entry: ImportEntry): ListedImport {
  const { name, time, read, added, rejected, impressions, clicks, cost, publisher_revenue } = entry;
  return {
    name,
    time: new Date(time).toISOString(),
    read: Number(read),
    added: Number(added),
    rejected: Number(rejected),
    impressions: Number(impressions),
    clicks: Number(clicks),
    cost: Number(cost),
    publisher_revenue: Number(publisher_revenue),
  };
}
