import type { Values } from "./zone.js";
/**
 * Reads attributes into an object that has `defaults` for what they do not name, and nothing of what a page put on
 * every object. A value that breaks its rule is complained of by name and left out.
 */
export declare const readValues: (attributes: Iterable<{
    name: string;
    value: string;
}>, defaults: Values | null) => Values;
