/** Entry of the script tag: finds its element, runs the queue, installs `window.zonetag`. */
import { callMethod, readProperty } from "./dom.ts";
import { findScript } from "./findScript.ts";
import { page } from "./globals.ts";
import type { Zonetag } from "./types.ts";
import { findTag, start, tag } from "./zonetag.ts";

// `document.currentScript` can be shadowed by `<img name=…>`, hence the prototype's getter.
const current = readProperty(document, "currentScript") as HTMLScriptElement | null;
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
    script?.dataset ?? {},
    // Resolved against the script element: a classic script of another origin has no base URL for `import`.
    async () => import(new page.URL("console.js", (current ?? script)?.src).href),
    functions,
  );
