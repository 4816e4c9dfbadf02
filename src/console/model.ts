/** Computes the content of the console from the tag's notes and the current page. */
import { explainWrong, findMistakes } from "./attributes.ts";
import type { Evidence } from "./evidence.ts";
import {
  explainZone,
  type Finding,
  findEnd,
  findFailure,
  measureGravity,
  sortFindings,
  toFindings,
} from "./explain.ts";
import { explainBox, findShifts, measureShown } from "./explainBox.ts";
import { collectHistory, type Exchange, type Timeline } from "./history.ts";
import { measurePage } from "./measures.ts";
import { findNearMisses, findPasted } from "./nearMisses.ts";
import { listSlots, type Slot, type TagState } from "./slots.ts";
import * as texts from "./texts.ts";

export interface ZoneView extends Pick<Slot, "el" | "id" | "state"> {
  /** Reserved size, displayed size, number of requests. */
  sizes: string;
  moments: Timeline["moments"];
  findings: Finding[];
  /** Outcomes counted in the verdict: state or kind of problem, and whether the ad is invisible. */
  outcomes: string[];
}

export interface Model {
  endpoint: string;
  /** Address of the ad service's dashboard; absent for services without one. */
  dashboard: string | undefined;
  verdict: string;
  /** Zones with the most severe problem first, then those without problems in document order. */
  zones: ZoneView[];
  exchanges: Exchange[];
  /** Findings about the script and the whole page. */
  findings: Finding[];
  measures: texts.Measure[];
}

export function createModel(tagState: TagState, evidence: Evidence): Model {
  const { notes, settings } = tagState;
  const { exchanges, timelines } = collectHistory(notes);
  const retryAt = exchanges.findLast((exchange) => exchange.retryAt)?.retryAt;
  const zones = listSlots(tagState).map((found) => {
    const timeline = timelines[found.key ?? 0] ?? { requests: 0, moments: [] };
    // The tag restores an ad that is removed together with its state, until the page has done so too often.
    const isTaken = found.wait === "due" && findEnd(timeline)?.type === "filled";
    const slot: Slot = isTaken ? { ...found, state: "error", wait: undefined } : found;
    const shifts = findShifts(slot, timeline, evidence.shifts);
    const failure = slot.state === "error" && findFailure(timeline);
    const outcome = failure ? failure.code.replace(/.+-zone/, "wrong-id") : slot.state;
    const box = explainBox(slot, timeline, shifts, evidence.sandbox);
    return {
      ...slot,
      ...timeline,
      shifts,
      sizes: texts.sizes(slot.own.size?.replace("x", "×"), measureShown(slot), timeline.requests),
      findings: sortFindings([
        ...toFindings("wrong", isTaken && texts.boxes.removed()),
        ...explainZone(slot, timeline, tagState, evidence, retryAt),
        ...box.findings,
      ]),
      outcomes: [outcome in texts.verdict ? outcome : "error", ...box.outcomes],
    };
  });
  const { own, running } = findScripts(settings.endpoint);
  const shiftsByAds = new Set(zones.flatMap(({ shifts }) => shifts));
  return {
    endpoint: settings.endpoint ?? "",
    dashboard: findDashboard(exchanges),
    verdict: summarize(zones),
    zones: zones.sort((a, b) => measureGravity(a.findings) - measureGravity(b.findings)),
    exchanges,
    findings: explainPage(tagState, own, running.length, exchanges, zones),
    measures: measurePage(notes, exchanges, evidence, [...shiftsByAds], (running[0] ?? own)?.src),
  };
}

const NAMED = /zonetag[^/]*\.js/;

/** Types that browsers run: https://html.spec.whatwg.org/#prepare-the-script-element */
const RUNS = /^$|^module$|(java|ecma)script/i;

/**
 * Finds the script element with the tag's settings, and the elements that run the tag. Consent managers leave a blocked
 * element beside the copy that runs, and other vendors' scripts have endpoints, too.
 */
function findScripts(endpoint: string | undefined) {
  const scripts = [
    ...document.querySelectorAll<HTMLScriptElement>("script[data-endpoint],script[src*='zonetag']"),
  ];
  const own =
    scripts.find(({ dataset }) => dataset.endpoint?.trim() === endpoint) ??
    scripts.find(({ src }) => NAMED.test(src)) ??
    scripts[0];
  const running = scripts.filter((one) => RUNS.test(one.type) && (one === own || NAMED.test(one.src)));
  return { own, running };
}

/** Reads the address of the dashboard from the header that our ad service sends. */
function findDashboard(exchanges: readonly Exchange[]): string | undefined {
  const headers = exchanges.flatMap(({ attempts }) =>
    attempts.flatMap((attempt) => [...(attempt.headers ?? [])]),
  );
  const address = headers.find(([name]) => name === "x-zonetag-dashboard")?.[1];
  return address && /^https?:/.test(address) ? address : undefined;
}

const explainPage = (
  { notes, settings }: TagState,
  script: HTMLScriptElement | undefined,
  countRunning: number,
  exchanges: Exchange[],
  zones: readonly ZoneView[],
  pasted = findPasted(zones.length),
): Finding[] => [
  ...toFindings("wrong", !settings.endpoint && texts.waits.endpoint),
  ...toFindings(
    "hint",
    pasted ? texts.pages.pasted(0, pasted) : !zones.length && texts.pages.noZones(),
    countRunning > 1 && texts.pages.twice(countRunning),
    !settings.gdpr &&
      exchanges.some(({ request: { user } }) => user.gdpr?.gdpr && !user.gdpr.consent) &&
      texts.pages.noConsent(),
    ...(script ? findMistakes(script, (_, name, value) => explainWrong(notes, name, value)) : []),
    ...findNearMisses(),
  ),
  ...toFindings("note", ...findRepeated(zones)),
];

/** Finds zones that several placeholders request. Placeholders for other screens often share an id. */
function findRepeated(zones: readonly ZoneView[]): texts.Words[] {
  const counts = new Map<string, number>();
  for (const { id, state } of zones) if (state !== "media") counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > 1).map(([id, count]) => texts.pages.repeated(count, id));
}

/** Summarizes the page in one line. */
function summarize(zones: ZoneView[]): string {
  if (!zones.length) return texts.noVerdict;
  const count = (name: string) => zones.filter(({ outcomes }) => outcomes.includes(name)).length;
  const meant = zones.length - count("media");
  return Object.entries(texts.verdict)
    .filter(([name]) => count(name) || (meant && name === "filled"))
    .map(([name, say]) => say(count(name), meant))
    .join(", ");
}
