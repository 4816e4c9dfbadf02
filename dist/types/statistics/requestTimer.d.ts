export interface RequestTimer {
    readonly signal: AbortSignal;
    restart(): void;
    /** Stops the timeout; the caller's signal still ends the request. */
    pause(): void;
    /** Ends the timer and releases the caller's signal. */
    stop(): void;
    /** Returns the error that the caller gets when the request fails. `response`: undefined if no response arrived. */
    explain(cause: unknown, response: Response | undefined): unknown;
}
export declare function startRequestTimer(timeoutMs: number, outer?: AbortSignal): RequestTimer;
