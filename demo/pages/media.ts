/** Width from which the site shows its wide banner, as in the style sheet. */
export const WIDE = { matches: "(min-width: 800px)", fails: "(max-width: 799.98px)" };

/** Width from which an article has a rail on its left. */
export const RAIL = "(min-width: 1180px)";
