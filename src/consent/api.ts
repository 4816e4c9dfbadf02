/** Creates a `__tcfapi` that answers from pings of the real platform. */
import type { PingData } from "./gpp.ts";

type Callback = (value: unknown, success: boolean) => void;

/** Signature of `__tcfapi`. */
export type Api = (command: string, version: number, callback: Callback, parameter?: unknown) => void;

/** Sends a command to the platform. Returns a function that stops waiting for the reply. */
export type Ask = (command: string, callback: Callback, parameter?: unknown) => () => void;

/** Fields of replies that are read here. They come from another window, so they are untrusted. */
export interface Reply extends PingData {
  cmpStatus?: unknown;
  eventStatus?: unknown;
  listenerId?: unknown;
}

/**
 * Milliseconds between pings. Events alone are not enough: the IAB's TCF stub forgets the sender of a message once its
 * handler has returned, so later replies are lost (`@iabtechlabtcf/stub` 1.5.21). Pings are answered at once.
 */
const PING_INTERVAL = 200;

/**
 * Returns a `__tcfapi` that calls each listener once, with the answer that `read` derives from a ping. Pings end then,
 * or when the listener is removed. Other commands go to `forward`.
 */
export const createApi = (
  ask: Ask,
  read: (ping: Reply, answer: (data: Reply) => void) => void,
  forward: Ask,
): Api => {
  const stops = new Map<unknown, () => void>();

  return (command, _version, callback, parameter) => {
    if (command === "removeEventListener") {
      stops.get(parameter)?.();
      callback(stops.delete(parameter), true);
    } else if (command === "addEventListener") {
      let cancel = () => {};
      const ping = () => {
        cancel();
        cancel = ask("ping", (reply) => read(Object(reply), answer));
      };
      const listenerId = setInterval(ping, PING_INTERVAL);
      const stop = () => {
        clearInterval(listenerId);
        cancel();
      };
      const answer = (data: Reply) => {
        if (!stops.delete(listenerId)) return;
        stop();
        callback({ ...data, listenerId }, true);
      };
      stops.set(listenerId, stop);
      // Passes the id that removes the listener.
      callback({ eventStatus: "cmpuishown", listenerId }, true);
      ping();
    } else forward(command, callback, parameter);
  };
};
