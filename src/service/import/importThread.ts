/** Thread that reads imported files for a running service, so that imports never delay an ad. */

import { type MessagePort, parentPort } from "node:worker_threads";
import { describeReadProblem } from "../files/fileProblem.ts";
import { yieldThread } from "../runtime/priority.ts";
import type { Owners } from "./lineOwners.ts";
import { receivePiece, type TablePiece } from "./sendTables.ts";
import { type ImportStep, type PartOptions, splitFile } from "./splitFile.ts";

interface ImportJob {
  /** Options without the owners, which are sent through the port. */
  options: PartOptions;
  /** Sends the steps; the other side requests each. */
  port: MessagePort;
}

/** A piece of the owners, all of which are sent before the first request for a step. */
export type ImportQuestion = { piece: TablePiece } | "next";

export type ImportMessage = { step: ImportStep | undefined } | { error: string };

yieldThread();
parentPort?.on("message", ({ options, port }: ImportJob) => {
  const owners = createOwners();
  const steps = splitFile({ ...options, owners });
  port.on("message", async (question: ImportQuestion) => {
    if (question !== "next") return receivePiece(owners, question.piece);
    const message: ImportMessage = await steps.next().then(
      ({ value }) => ({ step: value }),
      (error: Error) => ({ error: describeReadProblem(error) }),
    );
    port.postMessage(message);
  });
  port.on("close", () => void steps.return(undefined));
});

function createOwners(): Owners {
  return {
    accounts: new Map(),
    sites: new Map(),
    zones: new Map(),
    campaigns: new Map(),
    variations: new Map(),
  };
}
