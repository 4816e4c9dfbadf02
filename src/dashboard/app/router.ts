/** The page in the address: `?place=inventory`. An address without `place` is a view of the statistics. */
import { createContext } from "preact";
import { useCallback, useContext, useEffect, useRef, useState } from "preact/hooks";
import type { AccountKind } from "../../protocol/statistics.ts";
import { mayLeave } from "./leaving.ts";
import type { Account } from "./session.ts";
import { readItem, writeItem } from "./tabStorage.ts";

export type PageName = "statistics" | "inventory" | "campaigns" | "approvals" | "try" | "sessions";

const PAGES: Record<AccountKind, readonly PageName[]> = {
  network: ["statistics", "inventory", "campaigns", "approvals", "try"],
  publisher: ["statistics", "inventory"],
  advertiser: ["statistics", "campaigns"],
};

export const INVENTORY = "?place=inventory";
export const CAMPAIGNS = "?place=campaigns";
export const APPROVALS = "?place=approvals";
export const TRY = "?place=try";
/** Not in the navigation: sessions belong to the user, the other pages to the account. */
export const SESSIONS = "?place=sessions";

interface Router {
  page: PageName;
  /** Pages of the account. A shared link shows the statistics only. */
  pages: readonly PageName[];
  /** Current query string. */
  search: string;
  /** Address of a page; for the statistics, of the last view. */
  link(page: PageName): string;
  /** Remembers the view of the statistics that `link` returns. */
  keep(view: string): void;
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
export function useAddress({ details: { kind, share, user } }: Account): Omit<Router, "counts"> {
  const [search, setSearch] = useState(location.search);
  const current = useRef(search);
  current.current = search;
  const statistics = useRef(readPage(search) === null ? search || "?" : undefined);
  const pages: readonly PageName[] = share ? ["statistics"] : PAGES[kind];
  const asked = readPage(search);
  const own: readonly PageName[] = user ? ["sessions"] : [];
  const page = [...pages, ...own].find((name) => name === asked) ?? "statistics";
  useEffect(() => {
    const follow = () => {
      if (location.search === current.current || mayLeave()) setSearch(location.search);
      else history.pushState(null, "", current.current + location.hash);
    };
    addEventListener("popstate", follow);
    return () => removeEventListener("popstate", follow);
  }, []);
  const go = useCallback((next: string) => {
    if (next === location.search || !mayLeave()) return;
    if (readPage(location.search) === null) statistics.current = location.search || "?";
    history.pushState(null, "", next + location.hash);
    setSearch(next);
  }, []);
  const replace = useCallback((next: string) => {
    setSearch(next);
    history.replaceState(null, "", next + location.hash);
  }, []);
  const keep = (view: string) => {
    statistics.current = view;
    writeItem(VIEW, { search: view });
  };
  const link = (name: PageName) =>
    name === "statistics" ? (statistics.current ?? readKept()) : `?place=${name}`;
  return { page, pages, search, link, keep, go, replace };
}

const VIEW = "view";

/** View kept before a reload. */
function readKept(): string {
  const kept: unknown = Reflect.get(readItem(VIEW), "search");
  return typeof kept === "string" ? kept : "?";
}

function readPage(search: string): string | null {
  return new URLSearchParams(search).get("place");
}
