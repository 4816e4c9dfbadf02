/** Reads the answer of the performance call. */
import type { Performance, PerformanceRequest } from "../protocol/management.js";
import type { Statistics } from "./client.js";
import type { CallOptions } from "./types.js";
export declare function requestPerformance({ request }: Pick<Statistics, "request">, body: PerformanceRequest, call?: CallOptions): Promise<Performance>;
