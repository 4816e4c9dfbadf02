/**
 * Requests of commands to the running service on the same machine, through a socket in the data folder. Only users who
 * may write the data can use it.
 */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { chmodSync, rmSync } from "node:fs";
import { createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { json } from "node:stream/consumers";
import { describeThrown, findErrorCode } from "../runtime/thrown.ts";
import { isObject } from "../values/object.ts";
import type { CommandInput, CommandName, CommandOutput, ServiceCommands } from "./serviceCommands.ts";

/** Handlers by the name of their command. */
type Handlers = ReadonlyMap<string, (input: unknown) => Promise<unknown>>;

interface Answer {
  error?: string;
  result?: unknown;
}

/**
 * Maximum length of a socket path on every system; Linux allows 108 bytes with the final zero:
 * https://man7.org/linux/man-pages/man7/unix.7.html
 */
const MAX_PATH = 100;

/** Listens for commands. The caller must hold the data folder's lock: an existing socket is then a leftover. */
export async function listenForCommands(
  folder: string,
  commands: ServiceCommands,
): Promise<{ close(): Promise<void> }> {
  const path = locateSocket(folder);
  rmSync(path, { force: true });
  const handlers: Handlers = new Map(Object.entries(commands));
  const server = createServer(async (incoming, outgoing) => {
    const answer = await answerCommand(handlers, incoming.url ?? "", json(incoming));
    outgoing.setHeader("Content-Type", "application/json").end(JSON.stringify(answer, writeBigInt));
  });
  server.listen(path);
  await once(server, "listening");
  chmodSync(path, 0o600);
  // Keeps the process alive only while a command runs.
  server.unref();
  return {
    close: () => new Promise((done) => server.close(() => done())),
  };
}

async function answerCommand(handlers: Handlers, url: string, body: Promise<unknown>): Promise<Answer> {
  try {
    const input = await body;
    const handler = handlers.get(url.slice(1));
    if (!handler) return { error: "The running service does not know this command." };
    return { result: await handler(input) };
  } catch (error) {
    return { error: describeThrown(error) };
  }
}

function writeBigInt(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}

/**
 * Sends a command to the service that runs on a data folder; undefined when none runs. Rejects with the service's
 * message.
 */
export async function askService<Name extends CommandName>(
  folder: string,
  command: Name,
  ...[input]: CommandInput<Name>
): Promise<{ result: CommandOutput<Name> } | undefined> {
  const asking = request({ socketPath: locateSocket(folder), method: "POST", path: `/${command}` });
  asking.end(JSON.stringify(input ?? {}));
  try {
    const [response] = await once(asking, "response");
    const answer = await json(response);
    if (!isObject(answer)) throw new Error("The running service sent an unreadable response.");
    if (answer.error !== undefined) throw new Error(String(answer.error));
    return { result: answer.result as CommandOutput<Name> };
  } catch (error) {
    const code = findErrorCode(error);
    if (code === "ENOENT" || code === "ECONNREFUSED") return undefined;
    if (code === "ECONNRESET" || code === "EPIPE")
      throw new Error(
        "The service stopped before it answered. The request may or may not have been carried out.",
        {
          cause: error,
        },
      );
    throw error;
  }
}

function locateSocket(folder: string): string {
  const path = join(resolve(folder), "control.sock");
  if (Buffer.byteLength(path) <= MAX_PATH) return path;
  const digest = createHash("sha256").update(path).digest("hex").slice(0, 32);
  return join(tmpdir(), `zonetag-${digest}.sock`);
}
