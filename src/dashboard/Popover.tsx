/** A button and what it opens: a small panel beside it, or a sheet at the bottom of a narrow screen. */
import type { ComponentChildren, RefObject } from "preact";
import { useId, useRef, useState } from "preact/hooks";
import { Icon } from "./Icon.tsx";
import { LoadFailed } from "./LoadFailed.tsx";
import { usePanels } from "./lazy.ts";
import { useLocale } from "./locale.ts";
import { useDismissal, useFirstFocus, usePlacement } from "./openPanel.ts";

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

export function Popover(props: PopoverProps) {
  const { label, title, buttonClass = "button", align = "start", onOpen, children } = props;
  const [isOpen, setOpen] = useState(false);
  const [isNear, setNear] = useState(false);
  const panels = usePanels(isOpen || isNear);
  const isLoaded = panels.module !== undefined;
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const own = useRef<HTMLButtonElement>(null);
  const button = props.buttonRef ?? own;
  const panel = useRef<HTMLDivElement>(null);
  useDismissal(isOpen, frame, () => setOpen(false), props.onClose);
  useFirstFocus(isOpen && isLoaded, panel);
  usePlacement(isOpen, isLoaded, panel, button);

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const toggle = () => {
    if (!isOpen) onOpen?.();
    setOpen(!isOpen);
  };
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
          <SheetHead title={title} onClose={close} />
          <div class="panel-body" aria-busy={!panels.module && !panels.hasFailed}>
            {panels.module ? children(panels.module, close) : panels.hasFailed && <LoadFailed />}
          </div>
        </div>
      )}
    </div>
  );
}

/** Seen where the panel is a sheet. */
function SheetHead({ title, onClose }: { title: string; onClose(): void }) {
  const { texts } = useLocale();
  return (
    <div class="sheet-head">
      <b>{title}</b>
      <button
        type="button"
        class="button button-plain button-icon"
        aria-label={texts.close}
        onClick={onClose}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}
