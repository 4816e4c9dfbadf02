/** Modules that are loaded on first use, and again after a failure, such as a restart of the service. */
import { useEffect, useState } from "preact/hooks";

interface Loaded<M> {
  /** Undefined until it is loaded. */
  module: M | undefined;
  hasFailed: boolean;
}

/** Pause after a failure. */
const RETRY_MS = 5_000;

export function createLazy<M>(load: () => Promise<M>) {
  let loaded: M | undefined;
  return function useLazy(isWanted = true): Loaded<M> {
    const [module, setModule] = useState(loaded);
    const [hasFailed, setFailed] = useState(false);
    useEffect(() => {
      if (module || !isWanted) return;
      let timer: ReturnType<typeof setTimeout> | undefined;
      let isLeft = false;
      const attempt = () => {
        clearTimeout(timer);
        load().then(
          (found) => {
            loaded = found;
            setModule(found);
            setFailed(false);
          },
          () => {
            setFailed(true);
            if (!isLeft) timer = setTimeout(attempt, RETRY_MS);
          },
        );
      };
      attempt();
      addEventListener("online", attempt);
      return () => {
        isLeft = true;
        clearTimeout(timer);
        removeEventListener("online", attempt);
      };
    }, [module, isWanted]);
    return { module, hasFailed };
  };
}
