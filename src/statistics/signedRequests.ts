/** Sends requests with the token. A refused token is renewed once. */
import { onAbort } from "./abortListeners.ts";
import { isStatisticsError } from "./errors.ts";
import type { SendWithRetries } from "./retry.ts";
import type { Login } from "./session.ts";

export function signRequests(send: SendWithRetries, login: Login): SendWithRetries {
  return async (request) => {
    request.signal?.throwIfAborted();
    const sign = async () => {
      const session = await abortable(login.session(), request.signal);
      const { token, sessionId } = session;
      return { session, signed: { ...request, token, sessionId, withCookie: token === undefined } };
    };
    const { session, signed } = await sign();
    try {
      return await send(signed);
    } catch (error) {
      if (!isStatisticsError(error) || error.code !== "unauthorized") throw error;
      if (!login.refused(session)) throw error;
    }
    return send((await sign()).signed);
  };
}

/** Rejects when the signal aborts, without cancelling the shared promise. */
function abortable<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const release = onAbort(signal, () => reject(signal.reason));
    promise.then(resolve, reject).finally(release);
  });
}
