/** Copies an address that shows a colleague the same days, also tomorrow. */
import { useEffect, useState } from "preact/hooks";
import { Icon } from "./Icon.tsx";
import { spanOf, today } from "./period.ts";
import { type View, writeView } from "./view.ts";

export function ShareButton({ view, now, live }: { view: View; now: number; live: boolean }) {
  const [result, setResult] = useState<"copied" | "failed">();
  useEffect(() => {
    if (!result) return;
    const timer = setTimeout(() => setResult(undefined), 2500);
    return () => clearTimeout(timer);
  }, [result]);

  const copy = async () => {
    const fixed = writeView({ ...view, period: spanOf(view.period, today(now)) });
    try {
      await navigator.clipboard.writeText(new URL(fixed, location.href).href);
      setResult("copied");
    } catch {
      setResult("failed");
    }
  };
  return (
    <div class="share">
      {live && (
        <span class="live" title="Today's numbers refresh by themselves">
          Live
        </span>
      )}
      <button type="button" class="button" onClick={copy}>
        <Icon name={result === "copied" ? "check" : "link"} />
        <span>Copy link</span>
      </button>
      <span class="visually-hidden" role="status">
        {result === "copied" && "Link copied."}
        {result === "failed" && "The browser did not allow copying; the address bar has the same link."}
      </span>
    </div>
  );
}
