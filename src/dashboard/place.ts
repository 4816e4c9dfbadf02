/** The places of the dashboard, as the address has them: `?place=inventory`. Without one it is the statistics. */
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { AccountKind } from "../protocol/statistics.ts";
import type { Account } from "./session.ts";

export type Place = "statistics" | "inventory" | "campaigns" | "try";

const PLACES: Record<AccountKind, readonly Place[]> = {
  network: ["statistics", "inventory", "campaigns", "try"],
  publisher: ["statistics", "inventory"],
  advertiser: ["statistics", "campaigns"],
};

/** The places that an account has; whoever reads by a shared link has its reports alone. */
export function listPlaces({ details: { kind, share } }: Account): readonly Place[] {
  return share ? ["statistics"] : PLACES[kind];
}

export interface PlaceNavigation {
  place: Place;
  places: readonly Place[];
  /** The query string of the moment. */
  search: string;
  /** The address that leads to a place; for the statistics, the view that was there last. */
  link(place: Place): string;
  /** Changes the address to one of a link. */
  go(search: string): void;
}

export function usePlace(account: Account): PlaceNavigation {
  const [search, setSearch] = useState(location.search);
  const statistics = useRef("?");
  const places = listPlaces(account);
  const asked = new URLSearchParams(search).get("place");
  const place = places.find((name) => name === asked) ?? "statistics";
  useEffect(() => {
    const follow = () => setSearch(location.search);
    addEventListener("popstate", follow);
    return () => removeEventListener("popstate", follow);
  }, []);
  const go = useCallback((next: string) => {
    if (!new URLSearchParams(location.search).has("place")) statistics.current = location.search || "?";
    history.pushState(null, "", next);
    setSearch(next);
  }, []);
  const link = (name: Place) => (name === "statistics" ? statistics.current : `?place=${name}`);
  return { ...{ place, places, search, link, go } };
}
