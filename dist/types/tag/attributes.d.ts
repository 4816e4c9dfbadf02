import type { Values } from "./types.js";
/** Words for the expected value, and its pattern. */
type Rule = readonly [expected: string, pattern: Pick<RegExp, "test">];
/** Attributes without a rule accept any text. No prototype, so that `toString` and the like have no rule. */
export declare const RULES: Partial<Record<string, Rule>>;
/**
 * Sets a valid value, trimmed if it has a rule; reports an invalid one, or one that is no text, by its `label`. Instead of
 * an invalid `gdpr`, 1 is set.
 */
export declare const setValue: (values: Record<string, string | undefined>, name: string, text: unknown, label?: string) => void;
/**
 * Reads all `data-` attributes of an element; the result inherits `defaults`. An invalid value is reported and left
 * out.
 */
export declare const parseAttributes: (dataset: DOMStringMap, defaults?: Values | null) => Values;
export {};
