/** The page's values: the script's attributes, and what the page's code set over them. */
import type { Values } from "./attributes.js";
import type { PageValues } from "./types.js";
/** What holds for every slot that has no value of its own. */
export declare let settings: Values;
/** Takes the script's values. */
export declare const setDefaults: (values: Values) => void;
/** Takes values from code; one that is taken back is the script's again. */
export declare const setValues: (values: PageValues) => void;
