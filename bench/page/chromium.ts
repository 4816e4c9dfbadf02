/**
 * Drives Chromium directly over its pipe, with only those features enabled that a measurement needs. Test drivers watch
 * the network and the console of every page, which costs time inside the measured scripts.
 */
import type { Readable, Writable } from "node:stream";
import { spawnChromium } from "../../e2e/support/browser.ts";

interface Message {
  id?: number;
  method?: string;
  sessionId?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
  error?: { message: string };
}

export interface Chromium {
  /** Sends a command of the DevTools protocol to the browser or to a page's session. */
  send<Result>(method: string, params?: object, sessionId?: string): Promise<Result>;
  /** Waits for the next event of that name. */
  next(method: string, sessionId?: string): Promise<Record<string, unknown>>;
  /** Calls the listener with every event of that name until the returned function is called. */
  on(method: string, listener: (params: Record<string, unknown>) => void): () => void;
  stop(): Promise<void>;
}

/** Disables windows and extensions of the browser itself, which would take processor time. */
const BARE = [
  "--disable-features=PreloadTopChromeWebUI,PreloadTopChromeWebUILessNavigations,BackForwardCache",
  "--disable-extensions",
  "--disable-component-extensions-with-background-pages",
  "--disable-default-apps",
  "--mute-audio",
];

export async function startChromium(): Promise<Chromium> {
  const flags = [...BARE, "--remote-debugging-pipe", "--window-size=1280,800", "about:blank"];
  const { child, stop } = await spawnChromium(flags, ["pipe", "pipe"]);
  return { ...openProtocol(child.stdio[3] as Writable, child.stdio[4] as Readable), stop };
}

function openProtocol(output: Writable, input: Readable): Omit<Chromium, "stop"> {
  const waiting = new Map<number, (message: Message) => void>();
  const listeners = new Set<(message: Message) => void>();
  let last = 0;
  readMessages(input, (message) => {
    if (message.id !== undefined) waiting.get(message.id)?.(message);
    else for (const listener of listeners) listener(message);
  });

  function on(method: string, listener: (params: Record<string, unknown>) => void, sessionId?: string) {
    const onMessage = (message: Message) => {
      const isOurs = message.method === method && (!sessionId || message.sessionId === sessionId);
      if (isOurs) listener(message.params ?? {});
    };
    listeners.add(onMessage);
    return () => {
      listeners.delete(onMessage);
    };
  }
  return {
    on,
    send: (method, params = {}, sessionId) =>
      new Promise((resolve, reject) => {
        const id = ++last;
        waiting.set(id, ({ result, error }) => {
          waiting.delete(id);
          if (error) reject(new Error(`${method}: ${error.message}`));
          else resolve(result as never);
        });
        output.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
      }),
    next: (method, sessionId) =>
      new Promise((resolve) => {
        const unsubscribe = on(
          method,
          (params) => {
            unsubscribe();
            resolve(params);
          },
          sessionId,
        );
      }),
  };
}

/** Messages on the pipe end with a NUL. */
function readMessages(input: Readable, listener: (message: Message) => void): void {
  let parts: Buffer[] = [];
  input.on("data", (chunk: Buffer) => {
    let from = 0;
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, from)) {
      parts.push(chunk.subarray(from, end));
      listener(JSON.parse(Buffer.concat(parts).toString()));
      parts = [];
      from = end + 1;
    }
    parts.push(chunk.subarray(from));
  });
}
