export interface Clock {
    /** Milliseconds since 1970. */
    now(): number;
    /** Milliseconds since a fixed moment, also while the computer's clock is set to another time. */
    steady(): number;
    /** Resolves after the pause. Rejects with the signal's reason if it aborts first. */
    pause(milliseconds: number, signal?: AbortSignal): Promise<void>;
    /** Returns a random number from 0 to 1, to spread retries. */
    random(): number;
}
export declare const systemClock: Clock;
