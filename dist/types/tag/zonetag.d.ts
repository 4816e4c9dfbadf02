import { type Attributes } from "./settings.js";
import type { PageValues, Renderer } from "./zone.js";
export type Target = Element | number | undefined;
declare let loadConsole: () => Promise<{
    open(inside: object): void;
}>;
/** What `window.zonetag` and `createZonetag` give. */
export interface Zonetag {
    /** Runs functions with the tag, at once. */
    push(...functions: ((z: Zonetag) => void)[]): void;
    /** Page-level values for the next requests. */
    set(values: PageValues): void;
    /** Looks for placeholders now, below a root or in the whole document. */
    scan(root?: Node): void;
    /** Requests again: an element, a zone id, or all. */
    refresh(target?: Target): void;
    /** Gives placeholders back as the publisher wrote them, until `scan` or `refresh` names them again. */
    destroy(target?: Target): void;
    /** Registers a renderer for another ad type. */
    render(type: string, renderer: Renderer): void;
    /** Opens the console. */
    console(): Promise<void>;
}
export declare const tag: Zonetag;
/**
 * Takes care of the page from now on. `load` imports the console, from where the page has it; `queue` is what the page
 * wanted to do before.
 */
export declare const start: (from: Attributes | null, load: typeof loadConsole, queue: Parameters<Zonetag["push"]>) => void | string;
export {};
