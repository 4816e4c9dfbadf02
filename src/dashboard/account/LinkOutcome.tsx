/** Page of a mailed link: what it does or has done, and a button. */
import { useEffect, useRef } from "preact/hooks";
import { replaceSearch } from "../app/addressBar.ts";
import icon from "../app/icon.svg";
import { SETTINGS } from "../app/router.ts";
import { useFocus } from "../ui/useFocus.ts";

export interface MailedLinkProps {
  token: string;
  /** Shows the dashboard, or the sign-in form. */
  onLeave(): void;
}

interface LinkOutcomeProps {
  title: string;
  text: string;
  isProblem: boolean;
  /** Absent while a request is pending. */
  button?: { label: string; onClick(): void } | undefined;
}

export function LinkOutcome({ title, text, isProblem, button }: LinkOutcomeProps) {
  const page = useRef<HTMLDivElement>(null);
  useEffect(() => {
    document.title = `${title} – zonetag`;
  }, [title]);
  useFocus(() => page.current?.querySelector("button"), [button?.label]);
  return (
    <div class="sign-in-form" ref={page}>
      <h1 class="wordmark">
        <img src={icon} width="28" height="28" alt="" /> zonetag
      </h1>
      <p class={`outcome ${isProblem ? "problem" : "lead"}`} role="status">
        {text}
      </p>
      {button ? (
        <button type="button" class="button button-primary" onClick={button.onClick}>
          {button.label}
        </button>
      ) : (
        <div class="button outcome-wait" />
      )}
    </div>
  );
}

/** Leaves the page for the settings. */
export function leaveForSettings(onLeave: () => void): void {
  replaceSearch(SETTINGS);
  onLeave();
}
