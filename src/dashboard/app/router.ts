/**
 * The page in the address: `?place=inventory`. An address without `place` is a view of the statistics. All pages with
 * numbers have the same period and comparison in their addresses.
 */
import { createContext } from "preact";
import { useCallback, useContext, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { AccountKind } from "../../protocol/statistics.ts";
import { followHistory, pushSearch, readSearch, replaceSearch } from "./addressBar.ts";
import { mayLeave } from "./leaving.ts";
import type { Account } from "./session.ts";
import { loadItem, writeItem } from "./tabStorage.ts";

export type PageName = "statistics" | "inventory" | "campaigns" | "approvals" | "accounts" | "try" | OwnPage;
/** Pages outside the navigation. */
type OwnPage = "people" | "settings" | "changes";

const PAGES: Record<AccountKind, readonly PageName[]> = {
  network: ["statistics", "inventory", "campaigns", "approvals", "accounts", "try"],
  publisher: ["statistics", "inventory"],
  advertiser: ["statistics", "campaigns"],
};

export const INVENTORY = "?place=inventory";
export const CAMPAIGNS = "?place=campaigns";
export const APPROVALS = "?place=approvals";
export const ACCOUNTS = "?place=accounts";
export const TRY = "?place=try";
/** Not in the navigation: pages of the user, of the account's people, and of all changes. */
export const SETTINGS = "?place=settings";
export const PEOPLE = "?place=people";
export const CHANGES = "?place=changes";

export interface Router {
  page: PageName;
  /** Pages of the account. A shared link shows the statistics only. */
  pages: readonly PageName[];
  /** Current query string. */
  search: string;
  /** Address of a page; for the statistics, of the last view, with the current period. */
  link(page: PageName): string;
  /** Adds the current period to the address of a page with numbers. */
  complete(search: string): string;
  /** Opens an address within the dashboard. */
  go(search: string): void;
  /** Changes the address of the current page without a new history entry. */
  replace(search: string): void;
  /** Number of entries per page that wait for the user. */
  counts: Partial<Record<PageName, number>>;
}

export const RouterContext = createContext<Router | undefined>(undefined);

export function useRouter(): Router {
  const router = useContext(RouterContext);
  if (!router) throw new Error("useRouter needs a RouterContext above it.");
  return router;
}

/** Follows the address bar: links, back and forward. */
export function useAddress({ details }: Account): Omit<Router, "counts"> {
  const [search, setSearch] = useState(location.search);
  const current = useRef(search);
  current.current = search;
  const last = useRef<string>(undefined);
  const pages: readonly PageName[] = details.share ? ["statistics"] : PAGES[details.kind];
  const asked = findPage(search);
  const page = [...pages, ...listOwnPages(details)].find((name) => name === asked) ?? "statistics";
  /** View of the statistics: the current one, or the last one with the period of this page. */
  const findView = () =>
    findPage(readSearch()) === null
      ? readSearch() || "?"
      : copyPeriod(readSearch(), last.current ?? loadKept());
  const complete = (address: string) => (lacksPeriod(address) ? copyPeriod(findView(), address) : address);
  const latest = useRef(complete);
  latest.current = complete;
  // At once: a user who leaves right after a change finds it again.
  useLayoutEffect(() => {
    last.current = findView();
    writeItem(VIEW, { search: last.current });
  }, [search]);
  useEffect(() => {
    const follow = () => {
      if (readSearch() === current.current || mayLeave()) setSearch(readSearch());
      else pushSearch(current.current);
    };
    return followHistory(follow);
  }, []);
  const go = useCallback((address: string) => {
    const [before, next] = [readSearch(), latest.current(address)];
    if (next === before || !mayLeave()) return;
    pushSearch(next);
    setSearch(next);
    // Views of the statistics are one page; every other address has its own.
    if ((findPage(before) ?? findPage(next)) !== null) scrollTo(0, 0);
  }, []);
  const replace = useCallback((next: string) => {
    setSearch(next);
    replaceSearch(next);
  }, []);
  const link = (name: PageName) => (name === "statistics" ? findView() : complete(`?place=${name}`));
  return { page, pages, search, link, complete, go, replace };
}

const PERIOD_PARTS = ["period", "compare"];

function listOwnPages({ share, user, access }: Account["details"]): OwnPage[] {
  if (share) return [];
  if (!user) return ["changes"];
  return access === "owner" ? ["changes", "settings", "people"] : ["changes", "settings"];
}

/** Copies period and comparison from one address to another, if it has a period. */
export function copyPeriod(from: string, to: string): string {
  const [source, target] = [new URLSearchParams(from), new URLSearchParams(to)];
  const read = (parts: URLSearchParams) => JSON.stringify(PERIOD_PARTS.map((name) => parts.get(name)));
  if (!source.has("period") || read(source) === read(target)) return to;
  const hadPeriod = target.has("period");
  // Other days have other pages of records.
  if (hadPeriod) target.delete("page");
  for (const name of PERIOD_PARTS) {
    if (!hadPeriod && target.has(name)) continue;
    target.delete(name);
    const value = source.get(name);
    if (value !== null) target.set(name, value);
  }
  return `?${target}`.replaceAll("%2C", ",").replaceAll("%2F", "/");
}

const PLACES_WITH_NUMBERS: readonly (string | null)[] = ["inventory", "campaigns"];

function lacksPeriod(address: string): boolean {
  const parts = new URLSearchParams(address);
  return PLACES_WITH_NUMBERS.includes(parts.get("place")) && !parts.has("period");
}

const VIEW = "view";

/** View kept before a reload. */
function loadKept(): string {
  const kept: unknown = Reflect.get(loadItem(VIEW), "search");
  return typeof kept === "string" ? kept : "?";
}

function findPage(search: string): string | null {
  const place = new URLSearchParams(search).get("place");
  // The list of sessions was a page of its own.
  return place === "sessions" ? "settings" : place;
}
