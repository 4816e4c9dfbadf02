/** The thread that turns the rows of reports into answers, so that naming and writing them never hold up an ad. */
import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { type MessagePort, parentPort } from "node:worker_threads";
import type { ExportedRows } from "../store/store.ts";
import { yieldThread } from "../values/priority.ts";
import type { Names } from "./details.ts";
import type { ReportPlan } from "./plan.ts";
import { type Cells, writeReport } from "./writeReport.ts";

/** A report to write. */
export interface ReportJob {
  /** Their file is removed when the report is written. */
  rows: ExportedRows;
  plan: ReportPlan;
  /** Takes the pieces of the answer. */
  port: MessagePort;
  /** Absent while they are those of the job before. */
  names?: Names;
}

/** What a job's port carries: a piece of the answer, its end, or why there is none. The other side asks for each. */
export type ReportPiece = { bytes: Uint8Array } | { end: true } | { error: string };

const PIECE_BYTES = 64 * 1024;
const ABSENT = "\\N";

let names: Names | undefined;

yieldThread();
parentPort?.on("message", (job: ReportJob) => {
  names = job.names ?? names;
  if (names) void run(job, names);
});

async function run({ rows, plan, port }: ReportJob, known: Names): Promise<void> {
  const pieces = gather(writeReport(readRows(rows), plan, known));
  port.on("message", () => void next());
  port.on("close", () => void end());
  async function next(): Promise<void> {
    try {
      const { value, done } = await pieces.next();
      if (!done) return port.postMessage({ bytes: value }, [value.buffer]);
      port.postMessage({ end: true });
    } catch (error) {
      port.postMessage({ error: String(error) });
    }
  }
  async function end(): Promise<void> {
    await pieces.return(undefined).catch(() => {});
    await rm(rows.path, { force: true });
  }
}

async function* gather(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
  const encoder = new TextEncoder();
  let waiting: string[] = [];
  let length = 0;
  for await (const text of texts) {
    waiting.push(text);
    length += text.length;
    if (length < PIECE_BYTES) continue;
    yield encoder.encode(waiting.join(""));
    waiting = [];
    length = 0;
  }
  yield encoder.encode(waiting.join(""));
  return undefined;
}

/** The cells of rows that `Store.exportRows` wrote. */
async function* readRows({ path, first = [] }: ExportedRows): AsyncGenerator<Cells> {
  let rest = "";
  let isEmpty = true;
  for await (const chunk of createReadStream(path, { encoding: "utf8", highWaterMark: 256 * 1024 })) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      isEmpty = false;
      yield [...first, ...line.split("\t").map((cell) => (cell === ABSENT ? null : cell))];
    }
  }
  if (isEmpty) yield first;
}
