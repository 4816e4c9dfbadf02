/** The story of a page: find → schedule → request → read → show → count. */
import { ATTRIBUTES, type Attributed, type Values } from "./attributes.js";
import { notes } from "./record.js";
import { type Target } from "./registry.js";
import { explain } from "./requests.js";
import { type Slot } from "./slot.js";
import type { PageValues, Renderer } from "./types.js";
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
/** What the console is given. */
export interface TagState {
    tag: Zonetag;
    attributes: typeof ATTRIBUTES;
    settings: Values;
    slots: Map<HTMLElement, Slot>;
    notes: typeof notes;
    /** Whether a slot may be requested now, or why not. */
    explain(slot: Slot): ReturnType<typeof explain>;
}
type LoadConsole = () => Promise<{
    open(tagState: TagState): void;
}>;
/** The page's one tag, be it of a script or of an import, if another copy has started it. */
export declare const findTag: () => Zonetag | undefined;
export declare const tag: Zonetag;
/** Takes care of the page from now on. `queue` is what the page wanted to do before. */
export declare const start: (from: Attributed | null, load: LoadConsole, queue: Parameters<Zonetag["push"]>) => void;
export {};
