/** What the tag and the ads cost this page. */
import { sumOf } from "./boxes.ts";
import type { Note } from "./inside.ts";
import type { Exchange } from "./story.ts";
import { texts } from "./texts.ts";
import type { Shift, World } from "./world.ts";

/** A name and its value, as they are shown. */
export type Measure = readonly [name: string, value: string];

/** `byAds`: the shifts that ads caused. `script`: the tag's address, none where it is part of the page's own code. */
export function measuresOf(
  notes: readonly Note[],
  exchanges: readonly Exchange[],
  { shifts }: World,
  byAds: Iterable<Shift>,
  script: string | undefined,
): Measure[] {
  const names = texts.measures;
  const first = (type: string) => notes.find((note) => note.type === type)?.at;
  const count = (type: string) => notes.filter((note) => note.type === type).length;
  const told = (time = Number.NaN) => (time >= 0 ? texts.ms(time) : texts.notYet);
  const [entry] = performance.getEntriesByName(script ?? "") as PerformanceResourceTiming[];
  const [opening] = exchanges;
  const tries = exchanges.reduce((sum, { attempts }) => sum + (attempts.length || 1), 0);
  const answered = opening?.attempts.at(-1)?.at;
  const [impressions, viewable] = [count("impression"), count("viewable")];
  return [
    // Other origins do not let their sizes be read, unless they send Timing-Allow-Origin.
    [names.bytes, entry?.encodedBodySize ? texts.bytes(entry.transferSize) : texts.unmeasured],
    [names.loaded, entry ? texts.ms(entry.duration) : texts.unmeasured],
    [names.asked, told(opening?.at)],
    [names.answered, told(opening && answered && answered - opening.at)],
    [names.first, told(first("filled"))],
    [names.requests, texts.requestsOf(script ? 1 : 0, tries, count("filled"), impressions)],
    [names.shift, texts.shiftOf(sumOf(byAds), sumOf(shifts))],
    [names.viewable, impressions ? texts.viewableOf(viewable, impressions) : texts.notYet],
  ];
}
