/** A button and its popover: beside the button, or a sheet at the bottom of a narrow screen. */
import type { ComponentChildren, RefObject } from "preact";
import { useId, useRef, useState } from "preact/hooks";
import { usePopovers } from "../app/lazyPopovers.ts";
import { useLocale } from "../texts/locale.ts";
import { Icon, type IconName } from "./Icon.tsx";
import { LoadFailed } from "./LoadFailed.tsx";
import { useBack, useDismissal, useFirstFocus, usePlacement } from "./openPopover.ts";

interface PopoverProps {
  /** Content of the button. */
  label: ComponentChildren;
  /** Icon before the label. */
  icon?: IconName;
  /** Accessible name of the popover. */
  title: string;
  buttonClass?: string;
  buttonRef?: RefObject<HTMLButtonElement | null>;
  /** Edge aligned with the button. Default: start. */
  align?: "start" | "end";
  /** Called however the popover is closed. `isDiscarded`: by Escape, by Back, or with its page. */
  onClose?: (isDiscarded: boolean) => void;
  /** Called once the popover modules are loaded. */
  children: (popovers: Popovers, close: () => void) => ComponentChildren;
}

type Popovers = NonNullable<ReturnType<typeof usePopovers>["module"]>;

export function Popover(props: PopoverProps) {
  const { label, icon, title, buttonClass = "button", align = "start", children } = props;
  const [isOpen, setOpen] = useState(false);
  const [isNear, setNear] = useState(false);
  const popovers = usePopovers(isOpen || isNear);
  const isLoaded = popovers.module !== undefined;
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const own = useRef<HTMLButtonElement>(null);
  const button = props.buttonRef ?? own;
  const box = useRef<HTMLDivElement>(null);
  const isDiscarded = useRef(true);
  const leave = () => {
    isDiscarded.current = false;
    setOpen(false);
  };
  useDismissal(isOpen, frame, leave, () => props.onClose?.(isDiscarded.current));
  useFirstFocus(isOpen && isLoaded, box);
  usePlacement(isOpen, isLoaded, box, button);

  const discard = () => {
    setOpen(false);
    button.current?.focus();
  };
  useBack(isOpen, discard);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !isOpen) return;
    event.stopPropagation();
    discard();
  };
  const close = () => {
    leave();
    button.current?.focus();
  };
  const toggle = () => {
    if (isOpen) return leave();
    isDiscarded.current = true;
    setOpen(true);
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
        {icon && <Icon name={icon} />}
        {label}
      </button>
      {isOpen && (
        <div
          class={`floating popover-box popover-${align}`}
          id={id}
          role="dialog"
          aria-label={title}
          ref={box}
        >
          <SheetHead title={title} onClose={close} />
          <div aria-busy={!popovers.module && !popovers.hasFailed}>
            {popovers.module ? children(popovers.module, close) : popovers.hasFailed && <LoadFailed />}
          </div>
        </div>
      )}
    </div>
  );
}

/** Header of a popover that is a sheet. */
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
