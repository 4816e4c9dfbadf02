/** What is loaded when it is first needed. */
import { useEffect, useState } from "preact/hooks";

export interface Loaded<M> {
  /** Undefined until it is there. */
  module: M | undefined;
  hasFailed: boolean;
}

function createLazy<M>(load: () => Promise<M>) {
  let loaded: M | undefined;
  return function useLazy(isWanted = true): Loaded<M> {
    const [module, setModule] = useState(loaded);
    const [hasFailed, setFailed] = useState(false);
    useEffect(() => {
      if (module || !isWanted) return;
      const attempt = () =>
        load().then(
          (found) => {
            loaded = found;
            setModule(found);
            setFailed(false);
          },
          () => setFailed(true),
        );
      void attempt();
      addEventListener("online", attempt);
      return () => removeEventListener("online", attempt);
    }, [module, isWanted]);
    return { module, hasFailed };
  };
}

/** Sites, zones and campaigns, which readers of reports never open. */
export const usePlaces = createLazy(() => import("./places/index.tsx"));
/** The drawing of the chart, with its library: while the numbers are on their way. */
export const useCanvas = createLazy(() => import("./Canvas.tsx"));
/** What buttons open: once the numbers are there, or when one of them is pointed at or has the focus. */
export const usePanels = createLazy(() => import("./panels/index.ts"));
