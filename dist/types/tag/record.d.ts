/** One recorded action. Notes hold no elements, so that removed elements can be garbage collected. */
export interface Note {
    /** Milliseconds since navigation (`performance.now()`). */
    at: number;
    /**
     * Name of an event without `zonetag:`, or one of: `found` (a placeholder), `sent` and `received` (a whole request),
     * `retry` (after a temporary failure, with the milliseconds until the retry), `wrong` (a message in the browser's
     * console).
     */
    type: string;
    detail: unknown;
    /** The slot's `key`, when the note concerns one. */
    key: number | undefined;
}
/** The newest 500 notes. Wrap `push` to receive further notes. */
export declare const notes: Note[];
export declare const note: (type: string, detail?: unknown, key?: number) => void;
/** Reports a problem in the browser's console, once. */
export declare const reportOnce: (text: string) => void;
