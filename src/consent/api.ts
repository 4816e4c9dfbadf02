/** `__tcfapi` of this window, answered from pings of the platform. */
import type { PingData } from "./gpp.ts";

export type Callback = (value: unknown, success: boolean) => void;

/** Signature of `__tcfapi`. */
export type Api = (command: string, version: number, callback: Callback, parameter?: unknown) => void;

/** Sends a command to the platform. Returns a function that stops waiting for the reply. */
export type Ask = (command: string, callback: Callback, parameter?: unknown) => () => void;

/** Fields of replies, as far as they are read here. Another window wrote them. */
export interface Reply extends PingData {
  cmpStatus?: unknown;
  eventStatus?: unknown;
  listenerId?: unknown;
}

/**
 * Milliseconds between pings. Events alone do not do: the IAB's TCF stub forgets who sent a message once its handler has
 * returned, so that a reply that comes later is lost (`@iabtechlabtcf/stub` 1.5.21). Pings are replied to at once.
 */
const PING_INTERVAL = 200;

/**
 * Returns a `__tcfapi` whose listeners are called once, with the answer that `read` makes of a ping. Nothing of it is
 * active then, or once the listener was removed. Other commands go to `forward`.
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
      // Tells the caller the id by which it can remove its listener.
      callback({ eventStatus: "cmpuishown", listenerId }, true);
      ping();
    } else forward(command, callback, parameter);
  };
};
