/** Allows some request bodies more time than others, although Node has only one `requestTimeout` per server. */
import type { Server } from "node:http";

export class BodyTime {
  #server: Server | undefined;
  #usual = 0;
  #extended = 0;

  /** Sets the server whose timeout is changed. */
  use(server: Server): void {
    this.#server = server;
    this.#usual = server.requestTimeout;
  }

  /**
   * Raises the time limit for bodies to this many milliseconds (0: none) until `work` settles. Applies to all requests
   * meanwhile; the limit for headers stays.
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
