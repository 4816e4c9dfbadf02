/** The script tag: finds its element, takes the queue over, installs `window.zonetag`. */
import { start, tag } from "./zonetag.ts";

const page = self as unknown as { zonetag?: Partial<typeof tag> & unknown[] };
const current = document.currentScript as HTMLScriptElement | null;
// An image of that name in the page is no script.
const script =
  current?.async != null ? current : document.querySelector<HTMLScriptElement>("script[data-endpoint]");
const queue = page.zonetag;

// Nor is one a tag, whatever is in it.
if (!queue?.scan?.call) {
  page.zonetag = tag as never;
  start(
    script,
    // Relative to the script element: a script of another origin has no address of its own to import from.
    async () => import(script!.src.replace(/[^/]*$/, "console.js")),
    // An element of that name in the page is no queue.
    queue?.map ? (queue as never[]) : [],
  );
}
