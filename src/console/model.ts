/** Everything that the console shows, as plain values, from the tag's notes and the page as it is now. */
import { mistakesIn } from "./attributes.ts";
import { findingsOfBox, shiftsOf, shownSize } from "./boxes.ts";
import { at, type Finding, failureOf, findingsOf } from "./causes.ts";
import { type Inside, type Slot, slotsOf } from "./inside.ts";
import { measuresOf } from "./measures.ts";
import { type Exchange, storyOf, type Turn } from "./story.ts";
import * as texts from "./texts.ts";
import type { World } from "./world.ts";

export interface ZoneView extends Pick<Slot, "el" | "id" | "state"> {
  /** The size asked for, the size shown, how often it was requested. */
  sizes: string;
  moments: Turn["moments"];
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
  measures: texts.Measure[];
}

export function modelOf(inside: Inside, world: World): Model {
  const { notes, settings } = inside;
  const { exchanges, turns } = storyOf(notes);
  const zones = slotsOf(inside).map((slot) => {
    const turn = turns[slot.key ?? 0] ?? { requests: 0, moments: [] };
    const shifts = shiftsOf(slot, turn, world.shifts);
    return {
      ...slot,
      ...turn,
      shifts,
      sizes: texts.sizes(slot.own.size?.replace("x", "×"), shownSize(slot), turn.requests),
      findings: [...findingsOf(slot, turn, settings, world), ...findingsOfBox(slot, shifts)],
      cause: (slot.state === "error" && failureOf(turn)?.code.replace(/.+-zone/, "wrong-id")) || slot.state,
    };
  });
  const scripts = [
    ...document.querySelectorAll<HTMLScriptElement>("script[data-endpoint],script[src*='zonetag.js']"),
  ];
  const byAds = new Set(zones.flatMap(({ shifts }) => shifts));
  return {
    endpoint: settings.endpoint ?? "",
    verdict: verdictOf(zones),
    zones,
    exchanges,
    findings: findingsOfPage(inside, scripts),
    measures: measuresOf(notes, exchanges, world, [...byAds], scripts[0]?.src),
  };
}

const findingsOfPage = ({ settings }: Inside, scripts: HTMLScriptElement[]): Finding[] => [
  ...at("wrong", !settings.endpoint && texts.waits.endpoint),
  ...at("hint", scripts.length > 1 && texts.twice(scripts.length)),
  ...at("hint", ...scripts.slice(0, 1).flatMap((script) => mistakesIn(script, settings))),
];

/** How the page is doing, in one line. */
function verdictOf(zones: { cause: string }[]): string {
  if (!zones.length) return texts.noVerdict;
  const causes = zones.map(({ cause }) => (cause in texts.verdict ? cause : "error"));
  const parts = Object.entries(texts.verdict).map(([name, words]) => {
    const count = causes.filter((cause) => cause === name).length;
    return (count || name === "filled") && words(count, zones.length);
  });
  return parts.filter(Boolean).join(", ");
}
