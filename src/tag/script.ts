/** The script tag: finds its element, takes the queue over, installs `window.zonetag`. */
import { callMethod, readProperty } from "./dom.ts";
import { findScript } from "./findScript.ts";
import { page } from "./globals.ts";
import type { Zonetag } from "./types.ts";
import { findTag, start, tag } from "./zonetag.ts";

// Not by its name, which an image of the page may have.
const current = readProperty<HTMLScriptElement | null>(document, "currentScript");
const script = findScript(current, [
  ...(callMethod<NodeListOf<HTMLScriptElement>>(
    document,
    "querySelectorAll",
    "script[data-endpoint]",
  ) as NodeListOf<HTMLScriptElement>),
]);
const queue = page.zonetag as Parameters<Zonetag["push"]> | undefined;

const before = findTag();
// The tag of a first copy is no queue, nor is an element of that name in the page.
const functions = queue?.map ? queue : [];

page.zonetag = before ?? tag;
if (before) before.push(...functions);
else
  start(
    script?.dataset ?? {},
    // Relative to the script element: a script of another origin has no address of its own to import from.
    async () => import(new page.URL("console.js", (current ?? script)?.src).href),
    functions,
  );
