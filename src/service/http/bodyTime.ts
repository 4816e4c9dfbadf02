/** Exempts single requests from the time limit for a request, of which Node has only one per server. */
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";

export class BodyTime {
  /** Exempt request of each connection. */
  readonly #exempt = new WeakMap<Duplex, IncomingMessage>();

  /** Exempts the request's connection until `work` settles, which must limit the time itself. */
  async extend<T>(request: IncomingMessage, work: () => Promise<T>): Promise<T> {
    const { socket } = request;
    this.#exempt.set(socket, request);
    try {
      return await work();
    } finally {
      // The body of a later request may be arriving on the connection.
      if (this.#exempt.get(socket) === request) this.#exempt.delete(socket);
    }
  }

  isExtended(socket: Duplex): boolean {
    return this.#exempt.has(socket);
  }
}
