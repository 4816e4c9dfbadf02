/** Switching of a session to another account of its user. */
import type { StartedSession } from "../protocol/people.js";
import type { Statistics } from "./client.js";
import type { CallOptions } from "./types.js";
export declare function switchAccount({ request }: Pick<Statistics, "request">, account: number, call?: CallOptions): Promise<StartedSession>;
