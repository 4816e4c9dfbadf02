/** What is loaded when it is first needed: sites, zones and campaigns, which readers of reports never open. */
import { useEffect, useState } from "preact/hooks";

type Parts = typeof import("./places/index.tsx");

let loaded: Parts | undefined;

export function useParts(): { parts: Parts | undefined; hasFailed: boolean } {
  const [parts, setParts] = useState(loaded);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    if (parts) return;
    import("./places/index.tsx").then(
      (found) => {
        loaded = found;
        setParts(found);
      },
      () => setFailed(true),
    );
  }, [parts]);
  return { parts, hasFailed };
}
