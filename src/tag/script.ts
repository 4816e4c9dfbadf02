/** The script tag: finds its element, takes the queue over, installs `window.zonetag`. */
import { callMethod } from "./dom.ts";
import { findScript } from "./findScript.ts";
import type { Zonetag } from "./types.ts";
import { findTag, start, tag } from "./zonetag.ts";

const page = window as unknown as { zonetag?: (Partial<Zonetag> & ((z: Zonetag) => void)[]) | undefined };
const running = document.currentScript as HTMLScriptElement | null;
// An image of that name in the page is no script.
const current = running?.async != null ? running : undefined;
const script = findScript(current, [
  ...(callMethod<NodeListOf<HTMLScriptElement>>(
    document,
    "querySelectorAll",
    "script[data-endpoint]",
  ) as NodeListOf<HTMLScriptElement>),
]);
const queue = page.zonetag;

const before = findTag();
// The tag of a first copy is no queue, nor is an element of that name in the page.
const functions = queue?.map ? queue : [];

page.zonetag = (before ?? tag) as typeof queue;
if (before) before.push(...functions);
else
  start(
    script?.dataset ?? {},
    // Relative to the script element: a script of another origin has no address of its own to import from.
    async () => import(new URL("console.js", (current ?? script)?.src).href),
    functions,
  );
