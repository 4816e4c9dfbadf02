/** Attributes → values whose types are true. */
import type { Values } from "./zone.js";
/**
 * Reads attributes. A value that breaks its rule is told to `complain` by name and left out, so that the default holds.
 */
export declare function readValues(attributes: Iterable<{
    name: string;
    value: string;
}>, complain: (text: string) => void): Values;
