/** Whether a slot may be requested now. */
/** What of the document matters. */
export interface PageState {
    readonly readyState: string;
    /** True of a page that nobody sees; an element where the page has one of that name. */
    readonly hidden: unknown;
    readonly prerendering?: unknown;
}
/** Where a slot is in its life. */
export type Stage = "waiting" | "requested" | "given-back";
/** What of a slot matters. */
export interface SlotState {
    readonly stage: Stage;
    /** Whether it is near what is visible; undefined until the browser has told. */
    readonly _isNear?: boolean | undefined;
}
/** `due`; `unknown` until the browser has told where it is; or why not. */
export type Due = Exclude<Stage, "waiting"> | "due" | "unknown" | "media" | "far" | "hidden" | "loading";
/** `isComplete`: all placeholders are known although the document is still loading; `matches`: the slot's media query. */
export declare const computeDue: ({ readyState, hidden, prerendering }: PageState, isComplete: boolean, { stage, _isNear }: SlotState, matches: boolean) => Due;
