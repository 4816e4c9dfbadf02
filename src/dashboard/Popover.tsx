/** A button and what it opens: a small panel beside it, or a sheet at the bottom of a narrow screen. */
import type { ComponentChildren } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";

export interface PopoverProps {
  /** In the button. */
  label: ComponentChildren;
  /** What the panel is called. */
  title: string;
  buttonClass?: string;
  /** Where the panel's edge meets the button's. Default: start. */
  align?: "start" | "end";
  onOpen?: () => void;
  children: (close: () => void) => ComponentChildren;
}

/** Between a panel and the edge of the window, with the gap to its button. */
const MARGIN = 24;
const FOCUSABLE = "button:not(:disabled), a[href], input:not(:disabled), select, [tabindex='0']";

export function Popover({
  label,
  title,
  buttonClass = "button",
  align = "start",
  onOpen,
  children,
}: PopoverProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const toggle = () => {
    if (!open) onOpen?.();
    setOpen(!open);
  };

  useEffect(() => {
    if (!open) return;
    const first = panel.current?.querySelector<HTMLElement>("[data-focus], [aria-pressed='true']");
    (first ?? panel.current?.querySelector<HTMLElement>(FOCUSABLE))?.focus();
    const leave = (event: Event) => {
      if (!frame.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener("pointerdown", leave);
    document.addEventListener("focusin", leave);
    return () => {
      document.removeEventListener("pointerdown", leave);
      document.removeEventListener("focusin", leave);
    };
  }, [open]);

  useLayoutEffect(() => {
    if (open && button.current && panel.current) place(panel.current, button.current);
  }, [open]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !open) return;
    event.stopPropagation();
    close();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape reaches here from the controls inside
    <div class="popover" ref={frame} onKeyDown={onKeyDown}>
      <button
        type="button"
        class={buttonClass}
        ref={button}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={toggle}
      >
        {label}
      </button>
      {open && (
        <div class={`panel panel-${align}`} id={id} role="dialog" aria-label={title} ref={panel}>
          {children(close)}
        </div>
      )}
    </div>
  );
}

/** Below the button, or above it where there is more room; never longer than the room. */
function place(panel: HTMLElement, button: HTMLElement): void {
  const { top, bottom } = button.getBoundingClientRect();
  const below = innerHeight - bottom;
  const above = panel.offsetHeight > below - MARGIN && top > below;
  panel.classList.toggle("panel-above", above);
  panel.style.setProperty("--room", `${(above ? top : below) - MARGIN}px`);
}
