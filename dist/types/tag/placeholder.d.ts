import type { ErrorCode, Renderer, Result, Values } from "./zone.js";
export type Zone = ReturnType<typeof adopt>;
export declare const renderers: Map<string, Renderer>;
export declare function adopt(el: HTMLElement, own: Values, key: number, pump: () => void): {
    el: HTMLElement;
    own: Values;
    key: number;
    id: number;
    wanted: boolean;
    near: boolean | undefined;
    media: MediaQueryList | undefined;
    again: () => void;
    look: () => void;
    fail: (code: ErrorCode, message: unknown) => void;
    see({ boundingClientRect: { width, height, top }, rootBounds, intersectionRatio, }: IntersectionObserverEntry): void;
    /** Starts a turn and returns what ends it. */
    request(): (result: Result) => void;
    release(): void;
};
