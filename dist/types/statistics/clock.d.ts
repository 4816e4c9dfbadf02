export interface Clock {
    /** Milliseconds since 1970. */
    now(): number;
    /** Resolves after the pause. Rejects with the signal's reason if it aborts first. */
    pause(milliseconds: number, signal?: AbortSignal): Promise<void>;
    /** Random number from 0 to 1, spreads retries. */
    random(): number;
}
export declare const systemClock: Clock;
