/** Badge that shows whether today's numbers update automatically. */

import { useLocale } from "../texts/locale.ts";
import { useOnline } from "./live.ts";

export function LiveBadge() {
  const { live } = useLocale().texts;
  const isOnline = useOnline();
  return (
    <span class={`hint live ${isOnline ? "" : "live-off"}`} title={isOnline ? live.onHint : undefined}>
      {isOnline ? live.on : live.off}
    </span>
  );
}
