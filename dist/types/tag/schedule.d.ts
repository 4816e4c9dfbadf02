/** Decides whether the page is ready for a request. */
/**
 * `hidden`: true while the page is hidden or prerendered; an element if the page has one of that name. `isComplete`:
 * all placeholders are known although the document is still loading.
 */
export declare const mayRequest: (hidden: unknown, readyState: string, isComplete: boolean) => boolean;
