/** Media queries of slots. */

const lists: Record<string, MediaQueryList> = {};

/** Whether a query matches now. `onChange` is called when that changes: one listener for all slots of a query. */
export const matchesMedia = (query: string, onChange: () => void): boolean => {
  lists[query] ??= matchMedia(query);
  const list = lists[query];
  list.onchange = onChange;
  return list.matches;
};
