/** Opens the console, which is beside the tag and not in it. */
import { ATTRIBUTES, type Values } from "./attributes.ts";
import { notes, reportOnce } from "./record.ts";
import { listSlots, slots } from "./registry.ts";
import { explain } from "./requests.ts";
import { settings } from "./settings.ts";
import type { Slot } from "./slot.ts";
import type { Zonetag } from "./types.ts";

/** What the console is given. */
export interface TagState {
  tag: Zonetag;
  attributes: typeof ATTRIBUTES;
  settings: Values;
  slots: typeof slots;
  notes: typeof notes;
  /** Whether a slot may be requested now, or why not. */
  explain(slot: Slot): ReturnType<typeof explain>;
}

/** Loads the console's module. */
export type LoadConsole = () => Promise<{ open(tagState: TagState): void }>;

export const openConsole = (tag: Zonetag, load: LoadConsole): Promise<void> =>
  load()
    .then(({ open }) =>
      open({
        tag,
        attributes: ATTRIBUTES,
        get settings() {
          return settings;
        },
        slots,
        notes,
        explain: (slot) => explain(slot, listSlots()),
      }),
    )
    .catch((error) => reportOnce(`console.js: ${error}`));
