/** Opens the console, which is a separate file beside the tag. */

import { notes, reportOnce } from "./record.ts";
import { listSlots } from "./registry.ts";
import { settings } from "./settings.ts";
import type { Values, Zonetag } from "./types.ts";

/** State that the console receives. */
export interface TagState {
  tag: Zonetag;
  readonly settings: Values;
  listSlots: typeof listSlots;
  notes: typeof notes;
}

export type LoadConsole = () => Promise<{ open(tagState: TagState): void }>;

export const openConsole = (tag: Zonetag, load: LoadConsole): Promise<void> =>
  load()
    .then(({ open }) =>
      open({
        tag,
        settings,
        listSlots,
        notes,
      }),
    )
    .catch((error) => reportOnce(`console.js must be beside zonetag.js: ${error}`));
