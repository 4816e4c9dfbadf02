/** Badge that shows whether today's numbers update automatically. */

import { useOnline } from "../app/live.ts";
import { useLocale } from "../texts/locale.ts";

export function LiveBadge({ isFailing }: { isFailing: boolean }) {
  const { live } = useLocale().texts;
  const isLive = useOnline() && !isFailing;
  return (
    <span class={`hint live state ${isLive ? "state-running" : ""}`} title={isLive ? live.onHint : undefined}>
      {isLive ? live.on : live.off}
    </span>
  );
}
