/** Everything that the console shows, as plain values, from the tag's notes and the page as it is now. */
import { mistakesIn } from "./attributes.ts";
import { findingsOfBox, shiftsOf, shownSize } from "./boxes.ts";
import { at, causeOf, type Finding, findingsOf } from "./causes.ts";
import { type Inside, type Slot, slotsOf } from "./inside.ts";
import { type Measure, measuresOf } from "./measures.ts";
import { type Exchange, exchangesOf, type Turn, turnOf } from "./story.ts";
import { texts, type Words } from "./texts.ts";
import { isMixed, type Shift, type World } from "./world.ts";

/** A step of a zone's time line. */
export interface Moment {
  type: string;
  /** Milliseconds since navigation. */
  at: number;
}

export interface ZoneView extends Pick<Slot, "el" | "id" | "state"> {
  /** Tells it from others of the same id. */
  key: unknown;
  /** WIDTH×HEIGHT. */
  asked: string | undefined;
  shown: string;
  requests: number;
  moments: Moment[];
  findings: Finding[];
  /** What the verdict counts it as. */
  cause: string;
}

export interface Model {
  endpoint: string;
  verdict: string;
  zones: ZoneView[];
  exchanges: Exchange[];
  /** Of the script and the page as a whole. */
  findings: Finding[];
  measures: Measure[];
}

/** `host`: the console's own element. */
export function modelOf(inside: Inside, world: World, host: Element): Model {
  const { notes, settings } = inside;
  const exchanges = exchangesOf(notes);
  const byAds = new Set<Shift>();
  const zones = slotsOf(inside).map((slot, at): ZoneView => {
    const turn = turnOf(notes, exchanges, slot.key);
    const shifts = shiftsOf(slot, turn, world.shifts);
    for (const shift of shifts) byAds.add(shift);
    return {
      ...slot,
      key: slot.key ?? `at ${at}`,
      asked: slot.own.size?.replace("x", "×"),
      shown: shownSize(slot),
      requests: turn.requests,
      moments: momentsOf(turn),
      findings: [...findingsOf(slot, turn, settings, world), ...findingsOfBox(slot, shifts, host)],
      cause: slot.state === "error" ? causeOf(turn) : slot.state,
    };
  });
  const scripts = [
    ...document.querySelectorAll<HTMLScriptElement>("script[data-endpoint],script[src*='zonetag.js']"),
  ];
  return {
    endpoint: settings.endpoint ?? "",
    verdict: verdictOf(zones),
    zones,
    exchanges,
    findings: findingsOfPage(inside, scripts),
    measures: measuresOf(notes, exchanges, world, byAds, scripts[0]?.src),
  };
}

/** The tag's notes, with the answer that came in between. */
function momentsOf({ moments, exchange }: Turn): Moment[] {
  const answers = exchange?.attempts.slice(-1).map(({ at }) => ({ type: "answered", at })) ?? [];
  return [...moments, ...answers].sort((a, b) => a.at - b.at);
}

function findingsOfPage({ settings, notes }: Inside, scripts: HTMLScriptElement[]): Finding[] {
  const { endpoint } = settings;
  const [script] = scripts;
  const wrong = endpoint ? [] : [texts.waits.endpoint];
  if (endpoint && isMixed(endpoint)) wrong.push(texts.diagnoses["network-mixed"]?.(endpoint) as never);
  // What concerns attributes and zones is told elsewhere, in better words.
  const complaints = notes.filter(
    ({ type, detail }) => type === "wrong" && !/^(data-|zone )/.test(`${detail}`),
  );
  const hints: Words[] = complaints.map(({ detail }) => [`${detail}`]);
  if (script) hints.push(...mistakesIn(script, settings));
  if (scripts.length > 1) hints.push(texts.twice(scripts.length));
  return [...at("wrong", wrong), ...at("hint", hints)];
}

/** How the page is doing, in one line. */
function verdictOf(zones: ZoneView[]): string {
  if (!zones.length) return texts.noVerdict;
  const names = zones.map(({ cause }) => (cause in texts.verdict ? cause : "other"));
  const parts = Object.entries(texts.verdict).map(([name, words]) => {
    const count = names.filter((each) => each === name).length;
    return count || name === "filled" ? words(count, zones.length) : "";
  });
  return parts.filter(Boolean).join(", ");
}
