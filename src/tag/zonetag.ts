/** Core of the tag. A page goes through find → schedule → request → read → show → count. */
import { parseAttributes } from "./attributes.ts";
import { callMethod, getMark, make, mark } from "./dom.ts";
import { attempt, page } from "./globals.ts";
import { type LoadConsole, openConsole } from "./openConsole.ts";
import { destroy, listSlots, refresh, scan, visit, wake } from "./registry.ts";
import { hasRequested } from "./requests.ts";
import { setDefaults, settings, setValues } from "./settings.ts";
import { renderers } from "./show.ts";
import { reobserve } from "./slot.ts";
import { wait } from "./time.ts";
import type { Zonetag } from "./types.ts";

let loadConsole: LoadConsole;

/** Returns the page's tag if a script or an import has started one. */
export const findTag = (): Zonetag | undefined => getMark(document);

export const tag: Zonetag = {
  push(...functions) {
    for (const run of functions)
      try {
        run(tag);
      } catch (error) {
        attempt(() => page.console.error(error));
      }
  },
  set: setValues,
  scan,
  refresh,
  destroy,
  render: (type, renderer) => {
    renderers[type] = renderer;
  },
  console: () => openConsole(tag, loadConsole),
};

/** Starts the tag on this page. `queue`: functions that the page pushed before. */
export const start = (
  { zoneId, ...dataset }: DOMStringMap,
  load: LoadConsole,
  queue: Parameters<Zonetag["push"]>,
): void => {
  mark(document, tag);
  loadConsole = load;
  // A missing endpoint is reported like an invalid one.
  setDefaults(parseAttributes({ endpoint: "", ...dataset }));
  tag.push(...queue);
  if (location.href.includes("zonetag_console")) tag.console();
  if (!settings.endpoint) return;
  const onChange = () => {
    // Look for placeholders directly, too, for browsers without a MutationObserver.
    visit(document);
    wake();
    listSlots().forEach(reobserve);
  };
  // Use the prototype's method: an image can shadow the document's own method, and pages replace the window's.
  for (const type of ["DOMContentLoaded", "visibilitychange"])
    callMethod(document, "addEventListener", type, onChange);
  if (settings.manual == null) scan();
  // Preconnect only if no request has been sent by then: a request opens the connection itself.
  wait().then(() => {
    if (!hasRequested())
      document.head?.append(make("link", { href: settings.endpoint, crossOrigin: "", rel: "preconnect" }));
  });
};
