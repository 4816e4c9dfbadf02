/** Whether the page is ready for a request. */
/** Relevant state of the document. */
export interface PageState {
    readonly readyState: string;
    /** True while the page is hidden or prerendered; an element where the page has one of that name. */
    readonly hidden: unknown;
}
/** `isComplete`: all placeholders are known although the document is still loading. */
export declare const mayRequest: (page: PageState, isComplete: boolean) => boolean;
