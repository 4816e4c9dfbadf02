/** Whether a slot may be requested now. */
/** What of the document matters. */
export interface PageState {
    readonly readyState: string;
    /** True of a page that nobody sees; an element where the page has one of that name. */
    readonly hidden: unknown;
    readonly prerendering?: unknown;
}
/** Where a slot is in its life. */
export type Stage = "waiting" | "requested";
/** What of a slot matters. */
export interface SlotState {
    /** None while it is given back. */
    readonly stage?: Stage | undefined;
    /** Whether it is near what is visible; undefined until the browser has said. */
    readonly _isNear?: boolean | undefined;
}
/** `due`; `unknown` until the browser has said where it is; or why not. None for a slot that was given back. */
export type Due = "due" | "unknown" | "requested" | "media" | "far" | "hidden" | "loading" | undefined;
/** `isComplete`: all placeholders are known although the document is still loading; `matches`: the slot's media query. */
export declare const computeDue: ({ readyState, hidden, prerendering }: PageState, isComplete: boolean, { stage, _isNear }: SlotState, matches: boolean) => Due;
