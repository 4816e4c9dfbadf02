/** The thread that turns the rows of reports into answers, so that naming and writing them never hold up an ad. */
import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { type MessagePort, parentPort } from "node:worker_threads";
import type { ExportedRows } from "../store/store.ts";
import { yieldThread } from "../values/priority.ts";
import type { Names } from "./details.ts";
import type { ReportPlan } from "./plan.ts";
import { TextBytes } from "./textBytes.ts";
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

/**
 * What a job's port carries back for each memory that it is sent: that memory with the next bytes of the answer, none at
 * its end, or why there is no answer.
 */
export type ReportPiece = { bytes: Uint8Array<ArrayBuffer> } | { error: string };

const ABSENT = "\\N";

let names: Names | undefined;

yieldThread();
parentPort?.on("message", (job: ReportJob) => {
  names = job.names ?? names;
  if (names) run(job, names);
});

function run({ rows, plan, port }: ReportJob, known: Names): void {
  const answer = new TextBytes(writeReport(readRows(rows), plan, known));
  port.on("message", (memory: Uint8Array<ArrayBuffer>) => void fill(memory));
  port.on("close", () => void end());
  async function fill(memory: Uint8Array<ArrayBuffer>): Promise<void> {
    try {
      const bytes = memory.subarray(0, await answer.fill(memory));
      port.postMessage({ bytes }, [memory.buffer]);
    } catch (error) {
      port.postMessage({ error: String(error) });
    }
  }
  async function end(): Promise<void> {
    await answer.close().catch(() => {});
    await rm(rows.path, { force: true });
  }
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
