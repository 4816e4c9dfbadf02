/** The tag's notes → requests with their answers, and what happened to each zone. */
import type { AdRequest } from "../protocol/placement.ts";
import type { Note } from "./inside.ts";

/** One try of a request: status 0 and no text when nothing came back. */
export interface Attempt {
  /** Milliseconds since navigation. */
  at: number;
  status: number;
  text: string;
  /** Where the tag passes them on and the service lets them be read. */
  headers?: Headers | undefined;
}

export interface Exchange {
  /** Milliseconds since navigation. */
  at: number;
  /** As it went out. */
  body: string;
  request: AdRequest;
  /** The tag's numbers of its zones, by position. */
  keys: number[];
  attempts: Attempt[];
}

/** What happened to a zone since it was last requested. */
export interface Turn {
  /** How often it has been requested. */
  requests: number;
  moments: Note[];
  exchange: Exchange | undefined;
  /** Its place in the exchange. */
  position: number;
}

/** The requests in the order in which they left. */
export function exchangesOf(notes: readonly Note[]): Exchange[] {
  const exchanges: Exchange[] = [];
  const requested: number[] = [];
  for (const { type, key, detail, at } of notes) {
    if (type === "request") requested.push(key as number);
    if (type === "sent") exchanges.push(sent(at, String(detail), requested));
    if (type === "received") answered(exchanges, { at, ...(detail as Omit<Attempt, "at">) });
  }
  return exchanges;
}

/** Zones are told of before the body: the last ones before it are its own. */
function sent(at: number, body: string, requested: number[]): Exchange {
  const request: AdRequest = JSON.parse(body);
  return { at, body, request, keys: requested.splice(-request.zones.length), attempts: [] };
}

function answered(exchanges: Exchange[], { body, ...attempt }: Attempt & { body?: string }): void {
  const open = exchanges.filter((exchange) => !isOver(exchange));
  const own = open.find((exchange) => exchange.body === body) ?? open[0];
  own?.attempts.push(attempt);
}

/** Whether nothing more will come: the tag tries again after no answer, a 5xx and a 429, once. */
function isOver({ attempts }: Exchange): boolean {
  const last = attempts.at(-1);
  const again = !last || last.status === 0 || last.status === 429 || last.status > 499;
  return attempts.length > 1 || !again;
}

export function turnOf(
  notes: readonly Note[],
  exchanges: readonly Exchange[],
  key: number | undefined,
): Turn {
  const own = notes.filter((note) => key && note.key === key);
  const last = own.findLastIndex(({ type }) => type === "request");
  const exchange = exchanges.findLast(({ keys }) => keys.includes(key ?? 0));
  return {
    requests: own.filter(({ type }) => type === "request").length,
    moments: own.slice(Math.max(last, 0)),
    exchange,
    position: exchange?.keys.indexOf(key ?? 0) ?? -1,
  };
}
