/** Entry for single-file bundles: the console is loaded from an address that the page gives. */
import { createTag, reportMissing, type ZonetagSettings } from "./createTag.ts";
import type { Zonetag } from "./types.ts";

export type * from "./index.ts";

export type SingleFileSettings = ZonetagSettings & {
  /** Address of the package's `dist/console.js`, relative to the page. Without it, the console does not open. */
  consoleUrl?: string | undefined;
};

/** Starts the tag as `createZonetag` of `zonetag` does. */
export function createZonetag({ consoleUrl, ...settings }: SingleFileSettings): Zonetag {
  // `import` alone would resolve it against the bundle, whose folder the page may not know.
  const resolve = () => consoleUrl && new URL(consoleUrl, document.baseURI).href;
  return createTag(
    settings,
    reportMissing(
      async () => import(/* @vite-ignore */ /* webpackIgnore: true */ resolve() as string),
      `console.js did not load. Set consoleUrl to its address; it is "${consoleUrl}"`,
    ),
  );
}
