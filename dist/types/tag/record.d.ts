/** What the tag did: told to the page as events, kept small for the console that opens late. */
import type { Failure } from "./zone.js";
/** One thing that happened. Notes hold no element: they must not keep what left the page. */
export interface Note {
    /** Milliseconds since navigation (`performance.now()`). */
    at: number;
    /** An event's name without `zonetag:`; `sent` and `received` of a whole request; `wrong`, a complaint. */
    type: string;
    detail: unknown;
    /** The zone's `key`, when it concerns one. */
    key: number | undefined;
}
/** The newest 500. To hear what comes next, wrap its `push`. */
export declare const notes: Note[];
export declare function note(type: string, detail?: unknown, key?: number): void;
/** Says once in the browser's console what is wrong. */
export declare function complain(text: string): void;
interface Teller {
    el: Element;
    key: number;
    id: number;
}
/** Dispatches `zonetag:<type>` on a placeholder. */
export declare function tell({ el, key, id }: Teller, type: string, detail?: Partial<Failure> & {
    data?: object;
}): void;
export {};
