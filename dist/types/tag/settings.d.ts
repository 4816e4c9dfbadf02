import type { Values } from "./zone.js";
/** What has attributes: an element, read without making nodes of them. */
export type Attributes = Pick<Element, "getAttributeNames" | "getAttribute">;
/**
 * Reads attributes into an object that has `defaults` for what they do not name, and nothing of what a page put on
 * every object. A value that breaks its rule is complained of by name and left out.
 */
export declare const readValues: (from: Attributes | null, defaults: Values | null) => Values;
