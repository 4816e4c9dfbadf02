/** Opens the console in the reader's language. The German one is a file of its own, so that this one stays small. */
import { open as openEnglish } from "./index.tsx";
import { prefersGerman } from "./language.ts";
import type { TagState } from "./slots.ts";

/** Without `console-de.js` beside this file, the console is English. */
export async function open(tagState: TagState): Promise<void> {
  const german =
    prefersGerman(navigator.languages) && (await import("./console-de.js" as string).catch(() => undefined));
  (german ? german.open : openEnglish)(tagState);
}
