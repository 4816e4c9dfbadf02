/** Gives the bodies of some requests more time than others: Node has one `requestTimeout` for a whole server. */
import type { Server } from "node:http";

export class BodyTime {
  #server: Server | undefined;
  #usual = 0;
  #extended = 0;

  /** The server whose requests get more time. */
  use(server: Server): void {
    this.#server = server;
    this.#usual = server.requestTimeout;
  }

  /**
   * Allows bodies this many milliseconds until `work` is done; 0: no limit. Meanwhile this applies to the bodies of
   * all requests; the limit for headers stays.
   */
  async extend<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
    this.#extended += 1;
    this.#set(milliseconds === 0 ? 0 : Math.max(milliseconds, this.#usual));
    try {
      return await work();
    } finally {
      this.#extended -= 1;
      if (this.#extended === 0) this.#set(this.#usual);
    }
  }

  #set(milliseconds: number): void {
    if (this.#server) this.#server.requestTimeout = milliseconds;
  }
}
