/** The width from which the site shows its wide banner; the style sheet has the same one. */
export const WIDE = { matches: "(min-width: 800px)", fails: "(max-width: 799.98px)" };

/** The width from which an article has a rail on its left. */
export const RAIL = "(min-width: 1180px)";
