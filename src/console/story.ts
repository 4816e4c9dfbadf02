/** The tag's notes → requests with their answers, and what happened to each zone. */
import type { AdRequest } from "../protocol/placement.ts";
import type { Note } from "./inside.ts";

/** One try of a request: status 0 and no text when nothing came back. */
export interface Attempt {
  /** Milliseconds since navigation. */
  at: number;
  status: number;
  text: string;
  /** Those that the service lets be read. */
  headers?: Iterable<readonly [string, string]> | undefined;
}

export interface Exchange {
  /** Milliseconds since navigation. */
  at: number;
  /** As it went out. */
  body: string;
  request: AdRequest;
  /** Of its zones, by position. */
  turns: Turn[];
  attempts: Attempt[];
}

/** What happened to a zone since it was last requested. */
export interface Turn {
  /** How often it has been requested. */
  requests: number;
  /** The tag's notes, and `answered`. */
  moments: Pick<Note, "at" | "type" | "detail">[];
  exchange?: Exchange;
}

export interface Story {
  /** In the order in which they left. */
  exchanges: Exchange[];
  /** The last ones, by the tag's number of the zone. */
  turns: Record<number, Turn>;
}

export function storyOf(notes: readonly Note[]): Story {
  const exchanges: Exchange[] = [];
  const turns: Story["turns"] = {};
  const requested: Turn[] = [];
  for (const note of notes) {
    const { at, type, key, detail } = note;
    if (key) {
      const last = turns[key] ?? { requests: 0, moments: [] };
      const turn =
        type === "request"
          ? { requests: last.requests + 1, moments: last.moments.filter((moment) => moment.type === "found") }
          : last;
      turns[key] = turn;
      turn.moments.push(note);
      if (turn !== last) requested.push(turn);
    }
    if (type === "sent") {
      const body = detail as string;
      const request: AdRequest = JSON.parse(body);
      // Zones are told of before the body: the last ones before it are its own.
      const own = requested.splice(-request.zones.length);
      const exchange = { at, body, request, turns: own, attempts: [] };
      for (const turn of own) turn.exchange = exchange;
      exchanges.push(exchange);
    }
    if (type === "received") {
      const { body, ...answer } = detail as Omit<Attempt, "at"> & { body?: string };
      const open = exchanges.filter((exchange) => !isOver(exchange));
      const own = open.find((exchange) => exchange.body === body) ?? open[0];
      own?.attempts.push({ at, ...answer });
      for (const { moments } of own?.turns ?? [])
        if (answer.status) moments.push({ at, type: "answered", detail });
    }
  }
  return { exchanges, turns };
}

/** Whether nothing more will come: the tag tries again after no answer, a 5xx and a 429, once. */
function isOver({ attempts: [first, second] }: Exchange): boolean {
  const { status } = first ?? { status: 0 };
  return !!second || (status !== 0 && status !== 429 && status < 500);
}

/** JSON → its value; undefined for text that is none. */
export function read(text = "", reviver?: (name: string, value: unknown) => unknown) {
  try {
    return JSON.parse(text, reviver);
  } catch {
    return undefined;
  }
}
