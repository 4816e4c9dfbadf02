/** Thread that creates snapshots of the live catalogue from its files, so that no request waits for it. */
import { parentPort } from "node:worker_threads";
import { yieldThread } from "../runtime/priority.ts";
import { describeThrown } from "../runtime/thrown.ts";
import { forgetSegments, replay } from "./logFiles.ts";
import { SNAPSHOT_FORMAT } from "./logLine.ts";
import { writeSnapshot } from "./snapshotFile.ts";

export interface SnapshotJob {
  folder: string;
  /** Last change to include. */
  sequence: number;
  /** Milliseconds for which changes stay readable after a snapshot includes them. */
  keepMs: number;
}

/** `bytes`: size of the snapshot. `digest`: digest of the last change that it includes. */
export type SnapshotOutcome = { bytes: number; digest: string } | { error: string };

yieldThread();
parentPort?.on("message", (job: SnapshotJob) => {
  makeSnapshot(job).then(
    (outcome) => parentPort?.postMessage(outcome),
    (error) => parentPort?.postMessage({ error: describeThrown(error) }),
  );
});

async function makeSnapshot({ folder, sequence, keepMs }: SnapshotJob): Promise<SnapshotOutcome> {
  const { digest, document } = await replay(folder, sequence);
  const bytes = await writeSnapshot(folder, { format: SNAPSHOT_FORMAT, sequence, digest, document });
  await forgetSegments(folder, sequence, Date.now() - keepMs);
  return { bytes, digest };
}
