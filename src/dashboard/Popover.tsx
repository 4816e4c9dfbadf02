/** A button and what it opens: a small panel beside it, or a sheet at the bottom of a narrow screen. */
import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Icon } from "./Icon.tsx";
import { LoadFailed } from "./LoadFailed.tsx";
import { usePanels } from "./lazy.ts";
import { useLocale } from "./locale.ts";

export interface PopoverProps {
  /** In the button. */
  label: ComponentChildren;
  /** What the panel is called. */
  title: string;
  buttonClass?: string;
  buttonRef?: RefObject<HTMLButtonElement | null>;
  /** Where the panel's edge meets the button's. Default: start. */
  align?: "start" | "end";
  onOpen?: () => void;
  /** However it is closed. */
  onClose?: () => void;
  /** Once what panels are made of is there. */
  children: (panels: Panels, close: () => void) => ComponentChildren;
}

type Panels = NonNullable<ReturnType<typeof usePanels>["module"]>;

/** Between a panel and the edge of the window, with the gap to its button. */
const MARGIN = 24;
const FOCUSABLE = ".panel-body :is(button:not(:disabled), a[href], input:not(:disabled), select)";

export function Popover(props: PopoverProps) {
  const { label, title, buttonClass = "button", align = "start", onOpen, children } = props;
  const { texts } = useLocale();
  const [isOpen, setOpen] = useState(false);
  const [isNear, setNear] = useState(false);
  const panels = usePanels(isOpen || isNear);
  const isLoaded = panels.module !== undefined;
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const own = useRef<HTMLButtonElement>(null);
  const button = props.buttonRef ?? own;
  const panel = useRef<HTMLDivElement>(null);
  const onClose = useRef(props.onClose);
  onClose.current = props.onClose;

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const toggle = () => {
    if (!isOpen) onOpen?.();
    setOpen(!isOpen);
  };

  useEffect(() => {
    if (!isOpen) return;
    const leave = (event: Event) => {
      const { target } = event;
      if (target instanceof Node && target.isConnected && !frame.current?.contains(target)) setOpen(false);
    };
    document.addEventListener("pointerdown", leave);
    document.addEventListener("focusin", leave);
    return () => {
      document.removeEventListener("pointerdown", leave);
      document.removeEventListener("focusin", leave);
      onClose.current?.();
    };
  }, [isOpen]);

  useEffect(() => {
    if (!isOpen || !isLoaded) return;
    const first = panel.current?.querySelector<HTMLElement>("[data-focus], [aria-pressed='true']");
    (first ?? panel.current?.querySelector<HTMLElement>(FOCUSABLE))?.focus();
  }, [isOpen, isLoaded]);

  useLayoutEffect(() => {
    if (isOpen && button.current && panel.current) place(panel.current, button.current);
  }, [isOpen, isLoaded, button]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !isOpen) return;
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
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={toggle}
        onPointerEnter={() => setNear(true)}
        onFocus={() => setNear(true)}
      >
        {label}
      </button>
      {isOpen && (
        <div class={`panel panel-${align}`} id={id} role="dialog" aria-label={title} ref={panel}>
          <div class="sheet-head">
            <b>{title}</b>
            <button
              type="button"
              class="button button-plain button-icon"
              aria-label={texts.close}
              onClick={close}
            >
              <Icon name="close" />
            </button>
          </div>
          <div class="panel-body" aria-busy={!panels.module && !panels.hasFailed}>
            {panels.module ? children(panels.module, close) : panels.hasFailed && <LoadFailed />}
          </div>
        </div>
      )}
    </div>
  );
}

/** Below the button, or above it where there is more room; never longer than the room, never past the window's edge. */
function place(panel: HTMLElement, button: HTMLElement): void {
  const { top, bottom } = button.getBoundingClientRect();
  const below = innerHeight - bottom;
  const isAbove = panel.offsetHeight > below - MARGIN && top > below;
  panel.classList.toggle("panel-above", isAbove);
  panel.style.setProperty("--room", `${(isAbove ? top : below) - MARGIN}px`);
  const { left, right } = panel.getBoundingClientRect();
  const edge = document.documentElement.clientWidth - MARGIN / 2;
  const shift = Math.min(0, edge - right) + Math.max(0, MARGIN / 2 - left);
  panel.style.setProperty("--shift", `${shift}px`);
}
