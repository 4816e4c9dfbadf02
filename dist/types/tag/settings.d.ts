/** The page's values: the script's attributes, and what the page's code set over them. */
import { type Values } from "./attributes.js";
import type { PageValues } from "./types.js";
/** The values of slots that have none of their own. Values set by code are its own, the script's are inherited. */
export declare let settings: Values;
/** Sets the script's values. */
export declare const setDefaults: (values: Values) => void;
/** Sets values from code; null restores the script's. */
export declare const setValues: (values: PageValues | null | undefined) => void;
