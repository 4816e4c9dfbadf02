/** Entry of the script tag: finds its element, runs the queue, installs `window.zonetag`. */
import { callMethod, getProperty } from "./dom.ts";
import { findScript } from "./findScript.ts";
import { page } from "./globals.ts";
import type { Zonetag } from "./types.ts";
import { findTag, start, tag } from "./zonetag.ts";

// `document.currentScript` can be shadowed by `<img name=…>`, hence the prototype's getter.
const current = getProperty(document, "currentScript") as HTMLScriptElement | null;
const script = findScript(current, [
  ...(callMethod(document, "querySelectorAll", "script[data-endpoint]") as NodeListOf<HTMLScriptElement>),
]);
const queue = page.zonetag as Parameters<Zonetag["push"]> | undefined;

const before = findTag();
// Not a queue: the tag of a first copy, or an element with that name or id.
const functions = queue?.map ? queue : [];

page.zonetag = before ?? tag;
if (before) before.push(...functions);
else
  start(
    script?.dataset ?? { endpoint: "not found, perhaps in a shadow root" },
    // Resolved against the script, because a classic script of another origin has no base URL for `import`. A shadow root
    // hides the element, but not the address in stacks.
    async () =>
      import(
        new page.URL("console.js", (current ?? script)?.src || page.Error().stack?.match(/http\S+/)?.[0]).href
      ),
    functions,
  );
