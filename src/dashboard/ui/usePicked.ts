/** What is picked in a popover: applied at once when the user leaves it, and discarded by Escape and Back. */
import { useState } from "preact/hooks";

interface Picking<T> {
  /** Undefined: nothing was picked since the popover was opened. */
  picked: T | undefined;
  pick(picked: T): void;
  onClose(isDiscarded: boolean): void;
}

export function usePicked<T>(apply: (picked: T) => void): Picking<T> {
  const [picked, setPicked] = useState<T>();
  return {
    picked,
    pick: (next) => setPicked(() => next),
    onClose: (isDiscarded) => {
      setPicked(undefined);
      if (picked !== undefined && !isDiscarded) apply(picked);
    },
  };
}
