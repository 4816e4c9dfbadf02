/** Sends requests from a separate process. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Sending } from "./sendRequests.ts";

export interface Sender {
  /** Resolves with the result of the work, and the number of requests answered meanwhile. */
  during<T>(sending: Sending, work: () => Promise<T>): Promise<{ result: T; answered: number }>;
}

/** `through`: command that runs the process. */
export async function withSender<T>(
  work: (sender: Sender) => Promise<T>,
  through: readonly string[] = [],
): Promise<T> {
  const [execPath = "", ...execArgv] = [...through, process.execPath, ...process.execArgv];
  const child = fork(join(import.meta.dirname, "sendRequests.ts"), [], {
    stdio: "inherit",
    execPath,
    execArgv,
  });
  try {
    await once(child, "message");
    return await work({
      during: async (sending, inner) => {
        child.send({ go: sending });
        const result = await inner();
        child.send("stop");
        const [answered] = (await once(child, "message")) as [number];
        return { result, answered };
      },
    });
  } finally {
    child.kill();
  }
}
