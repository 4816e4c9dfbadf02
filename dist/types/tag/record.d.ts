/** One recorded action. Notes hold no elements, so that removed ones can be garbage collected. */
export interface Note {
    /** Milliseconds since navigation (`performance.now()`). */
    at: number;
    /**
     * An event's name without `zonetag:`, or: `found`, a placeholder; `sent` and `received`, a whole request; `retry`,
     * with the milliseconds until then, after a failure that may pass; `wrong`, a message to the browser's console.
     */
    type: string;
    detail: unknown;
    /** The slot's `key`, when the note concerns one. */
    key: number | undefined;
}
/** The newest 500. Wrap its `push` to receive further notes. */
export declare const notes: Note[];
export declare const note: (type: string, detail?: unknown, key?: number) => void;
/** Reports a problem in the browser's console, once. */
export declare const reportOnce: (text: string) => void;
