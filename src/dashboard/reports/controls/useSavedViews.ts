/** Saved views of the account, stored by the service. Moves the views that earlier versions stored in the browser. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { SavedView } from "../../../protocol/account.ts";
import type { Statistics } from "../../../statistics/statistics.ts";
import { explainError } from "../../texts/errors.ts";
import { useLocale } from "../../texts/locale.ts";

interface SavedViews {
  /** Undefined until they are loaded. */
  views: SavedView[] | undefined;
  /** Last error message; empty without one. */
  problem: string;
  save(view: SavedView): void;
  remove(name: string): void;
}

const PATH = "/v2/views";

export function useSavedViews(
  client: Pick<Statistics, "request">,
  account: number | undefined,
  mayChange: boolean,
): SavedViews {
  const locale = useLocale();
  const [views, setViews] = useState<SavedView[]>();
  const [problem, setProblem] = useState("");
  const list = async () => parseViews(await client.request({ method: "GET", path: PATH }));
  const save = async (view: SavedView) =>
    void (await client.request({ method: "POST", path: PATH, body: view }));
  const last = useRef(Promise.resolve());
  /**
   * Runs changes one after the other: otherwise undoing could overtake the removal, and an older list replace a newer
   * one.
   */
  const attempt = (work: () => Promise<void>) => {
    const run = async () => {
      setProblem("");
      try {
        await work();
        setViews(await list());
      } catch (error) {
        setProblem(explainError(error, locale));
      }
    };
    last.current = last.current.then(run);
  };
  /** Moves views to the service, except those whose name exists there. */
  const move = async () => {
    const kept = loadKept(account);
    if (kept.length === 0 || !mayChange) return;
    const names = (await list()).map(({ name }) => name);
    for (const view of kept) if (!names.includes(view.name)) await save(view);
    localStorage.removeItem(createKey(account));
  };
  useEffect(() => attempt(move), []);
  return {
    views,
    problem,
    save: (view) => attempt(() => save(view)),
    remove: (name) =>
      attempt(async () => {
        await client.request({ method: "DELETE", path: `${PATH}/${encodeURIComponent(name)}` });
      }),
  };
}

function parseViews(answer: unknown): SavedView[] {
  const result: unknown = Reflect.get(Object(answer), "result");
  return Array.isArray(result) ? result : [];
}

function createKey(account: number | undefined): string {
  return `zonetag.dashboard.views.${account}`;
}

/** Views that earlier versions kept in the browser. */
function loadKept(account: number | undefined): SavedView[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(createKey(account)) ?? "[]");
    const entries: unknown[] = Array.isArray(kept) ? kept : [];
    return entries.flatMap((entry) => {
      const { name, address } = Object(entry);
      return typeof name === "string" && typeof address === "string" ? [{ name, view: address }] : [];
    });
  } catch {
    return [];
  }
}
