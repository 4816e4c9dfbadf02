/** Modules that are loaded on first use. */
import { useEffect, useState } from "preact/hooks";

interface Loaded<M> {
  /** Undefined until it is loaded. */
  module: M | undefined;
  hasFailed: boolean;
}

export function createLazy<M>(load: () => Promise<M>) {
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
