import type { Renderer, Result, Values } from "./zone.js";
export type Zone = ReturnType<typeof adopt>;
export declare const renderers: Map<string, Renderer>;
export declare function adopt(el: HTMLElement, own: Values, key: number, pump: () => void): {
    el: HTMLElement;
    key: number;
    own: Values;
    id: number;
    wanted: boolean;
    near: boolean | undefined;
    media: "" | MediaQueryList | undefined;
    again: () => void;
    look: () => void;
    /** Starts a turn and returns what ends it. */
    request(): (result: Result) => void;
    release(): void;
};
