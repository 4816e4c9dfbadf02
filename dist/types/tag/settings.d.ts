import type { PageValues, Values } from "./types.js";
/** Defaults of all slots. Values set from code are own properties, those of the script are inherited. */
export declare let settings: Values;
/** Replaces the script's values. */
export declare const setDefaults: (values: Values) => void;
/** Sets values from code; null restores the script's. */
export declare const setValues: (values: PageValues | null | undefined) => void;
