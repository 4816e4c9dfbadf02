/** The thread that turns the rows of reports into answers, so that naming and writing them never hold up an ad. */
import { createReadStream } from "node:fs";
import { open, rm } from "node:fs/promises";
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
  /** The file of the answer, which nothing is at yet. */
  answer: string;
  /** Takes the outcome. The other side closes it once it has opened the answer, or wants none: no file stays then. */
  port: MessagePort;
  /** Absent while they are those of the job before. */
  names?: Names;
}

/** What a job's port carries: why there is no answer, when there is none. */
export interface ReportOutcome {
  error?: string;
}

/** Bytes that are written at once. */
const PIECE_BYTES = 256 * 1024;
const ABSENT = "\\N";

let names: Names | undefined;

yieldThread();
parentPort?.on("message", (job: ReportJob) => {
  names = job.names ?? names;
  if (names) void run(job, names);
});

async function run(job: ReportJob, known: Names): Promise<void> {
  const { port, rows, answer } = job;
  let isWanted = true;
  const removeAnswer = () => rm(answer, { force: true });
  port.on("close", () => {
    isWanted = false;
    void removeAnswer();
  });
  const outcome: ReportOutcome = {};
  try {
    await write(job, known, () => isWanted);
  } catch (error) {
    outcome.error = String(error);
  }
  await rm(rows.path, { force: true });
  if (!isWanted) await removeAnswer();
  port.postMessage(outcome);
}

async function write(
  { rows, plan, answer }: ReportJob,
  known: Names,
  isWanted: () => boolean,
): Promise<void> {
  const file = await open(answer, "wx", 0o600);
  const bytes = new TextBytes(writeReport(readRows(rows), plan, known));
  const memory = new Uint8Array(PIECE_BYTES);
  try {
    while (isWanted()) {
      const length = await bytes.fill(memory);
      if (length === 0) break;
      await file.appendFile(memory.subarray(0, length));
    }
  } finally {
    await bytes.close();
    await file.close();
  }
}

/** The cells of rows that `Store.exportRows` wrote. */
async function* readRows({ path, first = [] }: ExportedRows): AsyncGenerator<Cells> {
  let rest = "";
  let isEmpty = true;
  for await (const chunk of createReadStream(path, { encoding: "utf8", highWaterMark: PIECE_BYTES })) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      isEmpty = false;
      yield [...first, ...line.split("\t").map((cell) => (cell === ABSENT ? null : cell))];
    }
  }
  if (isEmpty) yield first;
}
