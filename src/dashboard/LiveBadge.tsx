/** Says that today's numbers update by themselves, or that they cannot. */
import { useOnline } from "./live.ts";
import { useLocale } from "./locale.ts";

export function LiveBadge() {
  const { live } = useLocale().texts;
  const isOnline = useOnline();
  return (
    <span class={`live ${isOnline ? "" : "live-off"}`} title={isOnline ? live.onHint : undefined}>
      {isOnline ? live.on : live.off}
    </span>
  );
}
