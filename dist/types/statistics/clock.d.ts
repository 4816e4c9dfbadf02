/** The time, and a pause that can be called off. */
export interface Clock {
    /** Milliseconds since 1970. */
    now(): number;
    /** Rejects with the signal's reason when it is aborted first. */
    pause(milliseconds: number, signal?: AbortSignal): Promise<void>;
    /** 0 to 1; spreads retries. */
    random(): number;
}
export declare const systemClock: Clock;
