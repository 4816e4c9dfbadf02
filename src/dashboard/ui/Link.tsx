import type { ComponentChildren } from "preact";
import { useRouter } from "../app/router.ts";

interface LinkProps {
  /** Query string of the address. */
  to: string;
  class?: string;
  "aria-current"?: "page" | undefined;
  /** Replaces opening the address. */
  onFollow?(): void;
  children: ComponentChildren;
}

/** A link within the dashboard. It opens in place, unless the user asks the browser for a new tab or window. */
export function Link({ to, onFollow, ...rest }: LinkProps) {
  const { go, complete } = useRouter();
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (onFollow) onFollow();
    else go(to);
  };
  return <a href={complete(to)} onClick={follow} {...rest} />;
}
