import type { Answer, Renderer, Result, Values } from "./zone.js";
export type Zone = ReturnType<typeof adopt>;
export declare const renderers: Map<string, Renderer>;
export declare const adopt: (el: HTMLElement, own: Values, pump: () => void) => {
    el: HTMLElement;
    key: number;
    own: Values;
    /** Whether to request it now; undefined while a lazy one does not know yet. */
    due: () => boolean | undefined;
    again(): void;
    /** Looks anew, as after a change of the page. */
    blink(): void;
    /** Starts a turn, which ends by the answer's result at a position. */
    request(answer: Promise<Answer | Result>, at: number): Promise<void>;
    release(): void;
};
