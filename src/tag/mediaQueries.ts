/** Media queries of slots. */
import { attempt, create, page } from "./globals.ts";

const lists: Record<string, MediaQueryList> = create(null);

/**
 * Whether a query matches now; always true where the page has replaced `matchMedia`. Calls `onChange` when that
 * changes. All slots with the same query share one listener.
 */
export const matchesMedia = (query: string, onChange: () => void): boolean =>
  attempt(() => {
    lists[query] ??= page.matchMedia(query);
    const list = lists[query];
    list.onchange = onChange;
    return list.matches;
  }) ?? true;
