/** Media queries of slots. */

const lists: Record<string, MediaQueryList> = {};

/** Whether a query matches now. `onChange` is called when that changes: one listener for all slots of a query. */
export const matchesMedia = (query: string, onChange: () => void): boolean => {
  lists[query] ??= matchMedia(query);
  const list = lists[query];
  list.onchange = onChange;
  return list.matches;
};

/**
 * Whether a query can match at all. One with an unknown feature or a missing unit is "unknown", and so is its opposite:
 * https://www.w3.org/TR/mediaqueries-4/#evaluating. Which way of writing the opposite is valid depends on the query; in
 * none may parentheses make a query of what has none of its own.
 */
export const canMatch = (query: string): boolean =>
  query.split(",").some((part) => {
    const plain = part.replace(/^\s*(not|only)\s/i, "");
    return [`not all and ${plain}`, `not (${plain} or ${plain})`, `not ${plain}`, plain].some(
      (one) => matchMedia(one).matches,
    );
  });
