/** What the tag and the ads cost this page. */
import { sumOf } from "./boxes.ts";
import type { Note } from "./inside.ts";
import type { Exchange } from "./story.ts";
import * as texts from "./texts.ts";
import type { Shift, World } from "./world.ts";

/** `byAds`: the shifts that ads caused. `script`: the tag's address, none where it is part of the page's own code. */
export function measuresOf(
  notes: readonly Note[],
  exchanges: readonly Exchange[],
  { shifts }: World,
  byAds: readonly Shift[],
  script = "",
): texts.Measure[] {
  const of = (type: string) => notes.filter((note) => note.type === type);
  const [entry] = performance.getEntriesByName(script) as PerformanceResourceTiming[];
  const impressions = of("impression").length;
  const tries = exchanges.reduce((sum, { attempts }) => sum + (attempts.length || 1), 0);
  return [
    texts.tag(entry),
    texts.requestsOf(script ? 1 : 0, tries, of("filled").length, impressions),
    texts.shiftOf(sumOf(byAds), sumOf(shifts)),
    texts.viewableOf(of("viewable").length, impressions),
    texts.browser(navigator.userAgent, `${innerWidth}×${innerHeight}`),
  ];
}
