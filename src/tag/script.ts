/** The script tag: finds its element, takes the queue over, installs `window.zonetag`. */
import { complain } from "./record.ts";
import { readValues } from "./settings.ts";
import { prepare, start, tag } from "./zonetag.ts";

const page = window as unknown as { zonetag?: unknown };
const own = document.currentScript;
const script =
  (own as HTMLScriptElement | null)?.async != null
    ? own
    : document.querySelector<HTMLElement>("script[data-endpoint]");
const queue = page.zonetag;

// A page's form of that name is no tag, whatever its fields are called.
if (typeof (queue as { scan?: unknown } | undefined)?.scan !== "function") {
  // Relative to the script element: a script of another origin has no address of its own to import from.
  prepare(
    readValues(script?.attributes || [], complain),
    () => import(`${(script as HTMLScriptElement).src.replace(/[^/]*$/, "")}console.js`),
  );
  page.zonetag = tag;
  if (Array.isArray(queue)) tag.push(...queue);
  start();
}
