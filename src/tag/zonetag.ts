/** The story of a page: find → schedule → request → read → show → count. */
import { ATTRIBUTES, type Attributed, readAttributes, type Values } from "./attributes.ts";
import { make } from "./banner.ts";
import { notes, reportOnce } from "./record.ts";
import { destroy, listSlots, refresh, scan, slots, type Target, wake, watch } from "./registry.ts";
import { explain, hasRequested } from "./requests.ts";
import { setDefaults, settings, setValues } from "./settings.ts";
import { renderers } from "./show.ts";
import { lookAgain, type Slot } from "./slot.ts";
import { wait } from "./time.ts";
import type { PageValues, Renderer } from "./types.ts";

/** What `window.zonetag` and `createZonetag` give. */
export interface Zonetag {
  /** Runs functions with the tag, at once. */
  push(...functions: ((z: Zonetag) => void)[]): void;
  /** Page-level values for the next requests. */
  set(values: PageValues): void;
  /** Looks for placeholders now, below a root or in the whole document. */
  scan(root?: Node): void;
  /** Requests again: an element, a zone id, or all. */
  refresh(target?: Target): void;
  /** Gives placeholders back as the publisher wrote them, until `scan` or `refresh` names them again. */
  destroy(target?: Target): void;
  /** Registers a renderer for another ad type. */
  render(type: string, renderer: Renderer): void;
  /** Opens the console. */
  console(): Promise<void>;
}

/** What the console is given. */
export interface TagState {
  tag: Zonetag;
  attributes: typeof ATTRIBUTES;
  settings: Values;
  slots: Map<HTMLElement, Slot>;
  notes: typeof notes;
  /** Whether a slot may be requested now, or why not. */
  explain(slot: Slot): ReturnType<typeof explain>;
}

type LoadConsole = () => Promise<{ open(tagState: TagState): void }>;

let loadConsole: LoadConsole;

/** A symbol, because it is no global name. */
const ONE = Symbol.for("zonetag");
const page = globalThis as { [ONE]?: Zonetag };

/** The page's one tag, be it of a script or of an import, if another copy has started it. */
export const findTag = (): Zonetag | undefined => page[ONE];

export const tag: Zonetag = {
  push(...functions) {
    for (const run of functions)
      try {
        run(tag);
      } catch (error) {
        console.error(error);
      }
  },
  set: setValues,
  scan,
  refresh,
  destroy,
  render: (type, renderer) => void renderers.set(type, renderer),
  console: () =>
    loadConsole()
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
      .catch((error) => reportOnce(`console.js: ${error}`)),
};

/** Takes care of the page from now on. `queue` is what the page wanted to do before. */
export const start = (
  from: Attributed | null,
  load: LoadConsole,
  queue: Parameters<Zonetag["push"]>,
): void => {
  page[ONE] = tag;
  loadConsole = load;
  setDefaults(readAttributes(from));
  tag.push(...queue);
  if (location.href.includes("zonetag_console")) tag.console();
  const { endpoint: href, manual } = settings;
  if (!href) {
    // A wrong one has been reported.
    if (from?.getAttribute("data-endpoint") == null) reportOnce("data-endpoint is missing");
    return;
  }
  // Not the document's own: an image may have that name.
  for (const type of ["DOMContentLoaded", "visibilitychange", "prerenderingchange"])
    EventTarget.prototype.addEventListener.call(document, type, () => {
      wake();
      listSlots().forEach(lookAgain);
    });
  watch(document);
  if (manual === undefined) scan();
  // A request that leaves at once opens its connection itself.
  wait().then(() => {
    if (!hasRequested()) document.head?.append(make("link", { rel: "preconnect", href, crossOrigin: "" }));
  });
};
