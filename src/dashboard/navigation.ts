/** The view as the address bar has it: changing one changes the other, and back and forward do both. */
import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import { type Reader, type ReadView, readView, type View, writeView } from "./view.ts";

export interface Navigation extends ReadView {
  go(view: View): void;
}

export const findTimezone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

export function useNavigation(reader: Reader): Navigation {
  const { kind } = reader;
  const [search, setSearch] = useState(location.search);
  const read = useMemo(() => readView(search, reader), [search, reader]);

  useEffect(() => {
    const follow = () => setSearch(location.search);
    addEventListener("popstate", follow);
    return () => removeEventListener("popstate", follow);
  }, []);

  // The address says everything from the first moment; what it asked for in vain stays until the next change.
  useEffect(() => {
    if (read.unknown.length === 0) history.replaceState(null, "", writeView(read.view, kind) + location.hash);
  }, [read, kind]);

  const go = useCallback(
    (view: View) => {
      const next = writeView(view, kind);
      if (next === location.search) return;
      history.pushState(null, "", next + location.hash);
      setSearch(next);
    },
    [kind],
  );
  return { ...read, go };
}

/** A link that changes the view in place, and opens elsewhere when a person asks for that. */
export function followLink(event: MouseEvent, action: () => void): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  action();
}
