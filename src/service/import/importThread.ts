/** The thread that reads files of imports for a running service, so that they never hold up an ad. */

import { type MessagePort, parentPort } from "node:worker_threads";
import { describeReadProblem } from "../values/fileProblem.ts";
import { yieldThread } from "../values/priority.ts";
import { type ImportStep, type PartOptions, readParts } from "./parts.ts";

export interface ImportJob {
  options: PartOptions;
  /** Takes the steps; the other side asks for each. */
  port: MessagePort;
}

export type ImportMessage = { step: ImportStep | undefined } | { error: string };

yieldThread();
parentPort?.on("message", ({ options, port }: ImportJob) => {
  const steps = readParts(options);
  port.on("message", async () => {
    const message: ImportMessage = await steps.next().then(
      ({ value }) => ({ step: value }),
      (error: Error) => ({ error: describeReadProblem(error) }),
    );
    port.postMessage(message);
  });
  port.on("close", () => void steps.return(undefined));
});
