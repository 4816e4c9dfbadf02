/**
 * What commands on the same machine ask of the running service, by a socket in the data folder: whoever may write the
 * data may use it, and nobody else.
 */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { chmodSync, rmSync } from "node:fs";
import { createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { json } from "node:stream/consumers";
import { isObject } from "../values/object.ts";
import { readCode, readMessage } from "../values/thrown.ts";

/** What can be asked for, each with a body and a result of JSON. */
export type Handlers = Record<string, (body: unknown) => Promise<unknown>>;

interface Answer {
  error?: string;
  result?: unknown;
}

/** Longest path of a socket on every system; Linux has 108 bytes with the final zero: https://man7.org/linux/man-pages/man7/unix.7.html */
const MAX_PATH = 100;

/** Needs the data folder's lock: a socket that is there already is a leftover. */
export async function listenForCommands(
  folder: string,
  handlers: Handlers,
): Promise<{ close(): Promise<void> }> {
  const path = locateSocket(folder);
  rmSync(path, { force: true });
  const server = createServer(async (incoming, outgoing) => {
    const answer = await answerCommand(handlers, incoming.url ?? "", json(incoming));
    outgoing.setHeader("Content-Type", "application/json").end(JSON.stringify(answer, writeBigInt));
  });
  server.listen(path);
  await once(server, "listening");
  chmodSync(path, 0o600);
  // It holds the process only while a command runs.
  server.unref();
  return {
    close: () => new Promise((done) => server.close(() => done())),
  };
}

async function answerCommand(handlers: Handlers, url: string, body: Promise<unknown>): Promise<Answer> {
  try {
    const read = await body;
    const handler = handlers[url.slice(1)];
    if (!handler) return { error: "The running service does not know this command." };
    return { result: await handler(read) };
  } catch (error) {
    return { error: readMessage(error) };
  }
}

function writeBigInt(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}

/** Asks the service that runs on a data folder; undefined when none does. Rejects with what it says went wrong. */
export async function askService(
  folder: string,
  command: string,
  body: unknown,
): Promise<{ result: unknown } | undefined> {
  const asking = request({ socketPath: locateSocket(folder), method: "POST", path: `/${command}` });
  asking.end(JSON.stringify(body));
  try {
    const [response] = await once(asking, "response");
    const answer = await json(response);
    if (!isObject(answer)) throw new Error("The running service gave an answer that cannot be read.");
    if (answer.error !== undefined) throw new Error(String(answer.error));
    return { result: answer.result };
  } catch (error) {
    const code = readCode(error);
    if (code === "ENOENT" || code === "ECONNREFUSED") return undefined;
    if (code === "ECONNRESET" || code === "EPIPE")
      throw new Error("The service ended before it answered. What was asked may be done or not.", {
        cause: error,
      });
    throw error;
  }
}

function locateSocket(folder: string): string {
  const path = join(resolve(folder), "control.sock");
  if (Buffer.byteLength(path) <= MAX_PATH) return path;
  const digest = createHash("sha256").update(path).digest("hex").slice(0, 32);
  return join(tmpdir(), `zonetag-${digest}.sock`);
}
