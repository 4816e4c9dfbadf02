/** Media queries of slots. */
import { attempt, create, page } from "./globals.ts";

const lists: Record<string, MediaQueryList> = create(null);

/**
 * Whether a query matches now, as all do where the page has replaced `matchMedia`. `onChange` is called when that changes:
 * one listener for all slots of a query.
 */
export const matchesMedia = (query: string, onChange: () => void): boolean =>
  attempt(() => {
    lists[query] ??= page.matchMedia(query);
    const list = lists[query];
    list.onchange = onChange;
    return list.matches;
  }) ?? true;
