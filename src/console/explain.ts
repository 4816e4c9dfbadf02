/** Explains the state of a zone in sentences: what happened and what to do. */
import type { ZoneRequest } from "../protocol/placement.ts";
import { explainWrong, findMistakes, type Judge } from "./attributes.ts";
import { type Evidence, getOrigin } from "./evidence.ts";
import { parseJson, type Timeline } from "./history.ts";
import type { Note, Slot, TagState, Values, Wait } from "./slots.ts";
import type { Words } from "./texts.ts";
import * as texts from "./texts.ts";

/** Levels by severity. `wrong`: prevents an ad. `hint`: worth fixing. `note`: information. `ok`: as intended. */
const LEVELS = ["wrong", "hint", "note", "ok"] as const;
type Level = (typeof LEVELS)[number];

export type Finding = readonly [level: Level, ...words: Words];

/** Makes findings of one level from the sentences that apply. */
export const toFindings = (level: Level, ...sentences: (Words | false | undefined)[]): Finding[] =>
  sentences.flatMap((words): Finding[] => (words ? [[level, ...words]] : []));

/** Returns the index in `LEVELS` of the most severe finding; `LEVELS.length` for none. */
export const measureGravity = (findings: readonly Finding[]): number =>
  Math.min(LEVELS.length, ...findings.map(([level]) => LEVELS.indexOf(level)));

/** Sorts the most severe first. */
export const sortFindings = (findings: Finding[]): Finding[] =>
  findings.sort((a, b) => measureGravity([a]) - measureGravity([b]));

interface Failure {
  /** Error code, or `unknown-zone` for a zone that the service does not know. */
  code: string;
  message: string;
}

/** Finds the event that ended the zone's last request. */
export const findEnd = ({ moments }: Timeline) =>
  moments.findLast((one) => one.type === "filled" || one.type === "empty" || one.type === "error");

/** Finds the error that ended the zone's last request. */
export function findFailure(timeline: Timeline): Failure | undefined {
  const end = findEnd(timeline);
  if (end?.type !== "error") return undefined;
  const { code = "", message = "" } = end.detail ?? {};
  const isUnknown = code === "zone" && /not found/i.test(message);
  return { code: isUnknown ? "unknown-zone" : code, message };
}

/** Explains a zone by the tag's notes and its attributes. `retryAt`: time until which the tag sends no requests. */
export function explainZone(
  slot: Slot,
  timeline: Timeline,
  { settings, notes }: TagState,
  evidence: Evidence,
  retryAt?: number,
): Finding[] {
  const { el, key, state, wait } = slot;
  const failure = findFailure(timeline);
  return [
    ...toFindings("wrong", ...(failure ? explainFailure(failure, slot, timeline, settings, evidence) : [])),
    ...toFindings(
      "hint",
      ...(key ? findMistakes(el, judgeValues(slot, notes)) : []),
      explainLost(timeline, evidence),
    ),
    ...toFindings(
      wait === "endpoint" || wait === "unmatchable" ? "wrong" : state === "media" ? "ok" : "note",
      wait && explainWait(wait, retryAt),
      state === "pending" && explainPending(timeline),
      state === "empty" && explainEmpty(timeline),
      state === "filled" && (findEnd(timeline)?.type ?? state) !== state && texts.kept,
    ),
  ];
}

/**
 * Explains attributes that changed since the tag read them: it reports invalid values, and reads the others at the next
 * request.
 */
const judgeValues =
  ({ own, wait }: Slot, notes: readonly Note[]): Judge =>
  (known, name, value) => {
    if (own[known] === value.trim() || own[known] === value) return undefined;
    return explainWrong(notes, name, value) ?? (wait ? undefined : texts.late(name));
  };

/** Explains an impression that was refused twice. Its own address is not requested again: that would count it. */
function explainLost({ moments }: Timeline, evidence: Evidence): Words | undefined {
  const lost = moments.find((one) => one.type === "lost");
  if (!lost) return undefined;
  const origin = getOrigin(lost.detail);
  const { why, directive } = evidence.diagnose("impression", origin, lost.at);
  return why === "policy" || why === "corp"
    ? texts.diagnoses[why](origin, texts.subjects.impression + origin, directive)
    : texts.lost(origin);
}

/** Explains why the zone waits. Before a retry the tag does not ask for consent either. */
function explainWait(wait: Wait, retryAt: number | undefined): Words {
  const words = wait === "consent" && retryAt ? undefined : texts.waits[wait];
  return words ?? sayRetry(texts.soon, retryAt);
}

/** Explains why a requested zone is still waiting. */
function explainPending({ exchange }: Timeline): Words {
  const status = exchange?.attempts.at(-1)?.status;
  const retryAt = exchange?.retryAt;
  if (status && status < 400) return [texts.loading];
  return sayRetry(status && retryAt ? texts.replied(`HTTP ${status}`) : texts.unanswered, retryAt);
}

const sayRetry = (what: string, at?: number): Words =>
  at ? [what, texts.retry(at - performance.now())] : [what];

/**
 * Finds the text that explains an unsuitable placeholder. `message`: the name of the placeholder, the name of an
 * element in it, `text`, or a size; empty when no request could be composed.
 */
function findPlace({ localName }: Element, message: string): string {
  if (message === localName) return "unfit";
  if (/^\d/.test(message)) return "large";
  if (/^(text|input|textarea)$/.test(message)) return "long";
  return message ? "content" : "unsent";
}

function explainFailure(
  { code, message }: Failure,
  { el, id }: Slot,
  timeline: Timeline,
  { endpoint = "", timeout = "3000", credentials }: Values,
  evidence: Evidence,
): Words[] {
  const { exchange } = timeline;
  const last = exchange?.attempts.at(-1);
  // A redirect turns POST into GET. A service that fails or explains its refusal has received the request.
  const isForeign = last && last.status < 500 && (/^HTTP/.test(message) || last.status === 405);
  if (isForeign && isElsewhere(last.url, endpoint)) return [texts.redirected(getOrigin(endpoint), last.url)];
  const plain = texts.codes[code === "config" ? findPlace(el, message) : code]?.(message, timeout, id) ?? [
    message,
  ];
  // The tag stores the response as text, so parse it as the tag did.
  const { errors, zones } = Object(parseJson(last?.text));
  if (code === "rejected") {
    const rejected = [errors].flat().flatMap((error) => Object.entries(Object(error)));
    const requested = exchange?.request.zones ?? [];
    return rejected.length
      ? rejected.map(([path, why]) => explainRejection(path, `${why}`, requested))
      : [plain];
  }
  const address = { network: endpoint, image: zones?.[findPosition(timeline)]?.data?.image }[code];
  if (!address) return [plain];
  const { why, directive } = evidence.diagnose(code, address, exchange?.at ?? 0, credentials);
  const origin = getOrigin(address);
  return [why ? texts.diagnoses[why](origin, texts.subjects[code] + origin, directive) : plain];
}

/** Whether a response came from another address than the one requested. */
const isElsewhere = (url: string, endpoint: string): boolean =>
  !!url && new URL(endpoint).href.split("#")[0] !== url;

/** Explains a rejected request: shows the path that the service names as the attribute that it came from. */
function explainRejection(path: string, message: string, zones: ZoneRequest[]): Words {
  const [, at, field, key] = /^\[zones]\[(\d+)]\[(\w+)](?:\[(.+)])?/.exec(path) ?? [];
  const id = zones[Number(at)]?.id;
  const attribute = { id: "zone-id", custom_targeting: `target-${key}` }[`${field}`] ?? field;
  return texts.rejected(id ? texts.nameAttribute(`data-${attribute}`, id) : path, message, !!id);
}

const findPosition = (timeline: Timeline) => timeline.exchange?.timelines.indexOf(timeline) ?? 0;

function explainEmpty(timeline: Timeline): Words {
  const { request } = timeline.exchange ?? {};
  const { keywords, custom_targeting = {} } =
    request?.zones[findPosition(timeline)] ?? ({} as Partial<ZoneRequest>);
  const pairs = Object.entries(custom_targeting).map((pair) => pair.join("="));
  const by = keywords ? texts.byKeywords(keywords) : texts.byAddress(request?.user.referer ?? "");
  return texts.noCampaign(pairs.length ? texts.byTargeting(by, pairs.join(", ")) : by);
}
