import type { Model } from "./model.ts";
import type { SlotState } from "./slots.ts";

/** The user's choices, and the last message. */
export interface Ui {
  /** Where the panel is docked; on a phone it fills the width. */
  side: "left" | "right";
  /** `low`: the upper part of the page stays free. */
  height: "full" | "low" | "minimised";
  /** Lists only zones in this state. */
  filter?: SlotState | undefined;
  /** Zones whose details were opened or folded. */
  toggled: Set<Element>;
  status?: string;
  /** Zone framed on the page. */
  highlighted?: Element | undefined;
}

/** Properties of every part of the console. */
export interface Console extends Model, Ui {
  set(change: Partial<Ui>): void;
  /** Scrolls a zone to where the panel does not cover it. */
  show(el: Element): void;
  /** Requests one zone again, or all. */
  refresh(target?: Element): void;
  /** Copies a text and shows a message. */
  copy(text: string, status?: string): void;
  close(): void;
}
