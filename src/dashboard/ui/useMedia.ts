import { useEffect, useState } from "preact/hooks";

/** Whether a media query matches, such as `print`. */
export function useMedia(text: string): boolean {
  const [isMatching, setMatching] = useState(() => matchMedia(text).matches);
  useEffect(() => {
    const query = matchMedia(text);
    const follow = () => setMatching(query.matches);
    query.addEventListener("change", follow);
    return () => query.removeEventListener("change", follow);
  }, [text]);
  return isMatching;
}
