/** Converts the tag's notes to requests with their responses, and to a timeline of each zone. */
import type { AdRequest } from "../protocol/placement.ts";
import type { Note, Received } from "./slots.ts";

/** One attempt of a request. `at`: milliseconds since navigation. */
type Attempt = Pick<Note, "at"> & Omit<Received, "body">;

export interface Exchange {
  /** Milliseconds since navigation. */
  at: number;
  /** Body as sent. */
  body: string;
  request: AdRequest;
  /** Timelines of its zones, by position. */
  timelines: Timeline[];
  attempts: Attempt[];
  /** Time of the next attempt, milliseconds since navigation; absent once it has passed. */
  retryAt?: number | undefined;
}

/** Events of a zone since its last request. */
export interface Timeline {
  /** Number of requests with the zone. */
  requests: number;
  /** The tag's notes about the zone, and `answered`. */
  moments: (Note | { at: number; type: "answered" })[];
  exchange?: Exchange;
}

interface History {
  /** Requests in the order in which they were sent. */
  exchanges: Exchange[];
  /** Current timelines by the tag's number of the zone. */
  timelines: Record<number, Timeline>;
}

export function collectHistory(notes: readonly Note[]): History {
  const exchanges: Exchange[] = [];
  const timelines: History["timelines"] = {};
  const requested: Timeline[] = [];
  let received: Exchange | undefined;
  for (const note of notes) {
    const { at, type, key } = note;
    if (key) {
      const earlier = timelines[key] ?? { requests: 0, moments: [] };
      const timeline =
        type === "request"
          ? {
              requests: earlier.requests + 1,
              moments: earlier.moments.filter((moment) => moment.type === "found"),
            }
          : earlier;
      timelines[key] = timeline;
      timeline.moments.push(note);
      if (timeline !== earlier) requested.push(timeline);
    }
    if (note.type === "sent") {
      const body = note.detail;
      const request: AdRequest = JSON.parse(body);
      // The tag notes the zones of a request before its body. A retry is not preceded by notes of its zones.
      const own = requested.splice(-request.zones.length);
      const first = own.length ? undefined : exchanges.findLast(({ retryAt }) => retryAt);
      // The body of a retry omits zones that were removed meanwhile.
      if (first) Object.assign(first, { body, retryAt: undefined });
      else {
        const exchange: Exchange = { at, body, request, timelines: own, attempts: [] };
        for (const timeline of own) timeline.exchange = exchange;
        exchanges.push(exchange);
      }
    }
    if (note.type === "received") {
      const { body, ...attempt } = note.detail;
      received = exchanges.findLast((one) => one.body === body);
      if (!received) continue;
      received.attempts.push({ at, ...attempt });
      for (const { moments } of received.timelines)
        if (attempt.status) moments.push({ at, type: "answered" });
    }
    // The tag records the retry together with the response.
    if (note.type === "retry" && received) received.retryAt = at + note.detail;
  }
  return { exchanges, timelines };
}

/** Parses JSON; returns undefined for any other text. */
export function parseJson(text = "", reviver?: (name: string, value: unknown) => unknown) {
  try {
    return JSON.parse(text, reviver);
  } catch {
    return undefined;
  }
}
