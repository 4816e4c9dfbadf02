/** Whether the screen is narrow, as in the style sheets. */
import { useEffect, useState } from "preact/hooks";

const NARROW = "(max-width: 40rem)";

export const isNarrow = (): boolean => matchMedia(NARROW).matches;

export function useNarrow(): boolean {
  const [isNow, setNow] = useState(isNarrow);
  useEffect(() => {
    const query = matchMedia(NARROW);
    const follow = () => setNow(query.matches);
    query.addEventListener("change", follow);
    return () => query.removeEventListener("change", follow);
  }, []);
  return isNow;
}
