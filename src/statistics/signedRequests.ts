/** Requests with a token. One that the service refuses is replaced once. */
import { StatisticsError } from "./errors.ts";
import type { Login } from "./login.ts";
import type { SendWithRetries } from "./retry.ts";

export function signRequests(send: SendWithRetries, login: Login): SendWithRetries {
  return async (request) => {
    request.signal?.throwIfAborted();
    const token = await abortable(login.token(), request.signal);
    try {
      return await send({ ...request, token });
    } catch (error) {
      if (!(error instanceof StatisticsError) || error.code !== "unauthorized") throw error;
      if (!login.refused(token)) throw error;
    }
    return send({ ...request, token: await abortable(login.token(), request.signal) });
  };
}

/** A shared promise that one caller stops waiting for. */
function abortable<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const cancel = () => reject(signal.reason);
    signal.addEventListener("abort", cancel, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", cancel));
  });
}
