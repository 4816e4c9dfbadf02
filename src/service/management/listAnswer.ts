/** Pages of management lists: read from the query, written in slices. */

import type { Call } from "../interface/call.ts";
import { ListQuery } from "../interface/listQuery.ts";
import * as route from "../openapi/routeEntry.ts";
import { HeldAnswers } from "../reports/heldAnswers.ts";
import { forEachSliced, runInSlices, type Sliced } from "../runtime/slices.ts";
import { isObject } from "../values/object.ts";
import { ChangeRefused } from "./refusal.ts";

export interface Page {
  limit: number;
  offset: number;
}

const DEFAULT_LIMIT = 50;

export const PAGE_PARAMETERS = [
  route.query("limit", { ...route.LIMIT, default: DEFAULT_LIMIT }, "Maximum entries of a page."),
  route.query("offset", route.OFFSET, "Entries before the page."),
];

/** Reads `limit` and `offset` from the query. Throws `ChangeRefused`. */
export function parsePageRange(c: Call): Page {
  const query = new ListQuery(c.req.query());
  const { limit = DEFAULT_LIMIT, offset = 0 } = query.parseRange();
  if (query.problems.length > 0) throw new ChangeRefused(400, { code: "page-invalid" }, query.problems);
  return { limit, offset };
}

/** Characters of JSON that are encoded and sent at once. */
const PIECE_LENGTH = 64 * 1024;

/** JSON text, encoded in pieces. */
export class JsonPieces {
  readonly #pieces: Buffer[] = [];
  #text = "";
  #encoded = 0;

  /** Bytes of the encoded pieces, and characters of the rest. */
  get size(): number {
    return this.#encoded + this.#text.length;
  }

  add(text: string): void {
    this.#text += text;
    if (this.#text.length >= PIECE_LENGTH) this.#encode();
  }

  addAll({ pieces }: JsonPieces): void {
    this.#encode();
    for (const piece of pieces) this.#push(piece);
  }

  get pieces(): readonly Buffer[] {
    this.#encode();
    return this.#pieces;
  }

  #encode(): void {
    if (this.#text !== "") this.#push(Buffer.from(this.#text));
    this.#text = "";
  }

  #push(piece: Buffer): void {
    this.#pieces.push(piece);
    this.#encoded += piece.length;
  }
}

/**
 * Sends the same bytes as `c.json`, but in slices: encoding a page of 5,000 campaigns at once blocked placements for
 * 300 ms, and sending its 8 MB as one text blocked them for 50 ms. `describe`: formats an entry.
 */
export async function answerPage<T>(
  c: Call,
  { limit, offset }: Page,
  { count, entries }: { count: number; entries: readonly T[] },
  describe: (entry: T) => unknown = (entry) => entry,
): Promise<Response> {
  const json = new JsonPieces();
  json.add(`{"request_metadata":${JSON.stringify({ count, limit, offset })},"result":[`);
  const add = (entry: T, at: number) => {
    json.add(`${at === 0 ? "" : ","}${JSON.stringify(describe(entry))}`);
    requireSize(json, "list-large");
  };
  await runInSlices(forEachSliced(entries, add, 1));
  json.add("]}");
  return answerPieces(c, json);
}

/** Items of a list that are written between two yields. */
const ITEMS_PER_STEP = 16;

/** Maximum bytes of an answer. */
export const MAX_RESULT = 32 * 1024 * 1024;

/** Sends `{"result": …}` in slices. Lists within objects are written item by item. */
export async function answerResult(c: Call, result: object): Promise<Response> {
  const json = new JsonPieces();
  await runInSlices(writeValue(json, { result }));
  return answerPieces(c, json);
}

function* writeValue(json: JsonPieces, value: unknown): Sliced<void> {
  if (Array.isArray(value)) {
    json.add("[");
    const add = (item: unknown, at: number) => {
      json.add(`${at === 0 ? "" : ","}${JSON.stringify(item)}`);
      requireSize(json, "answer-large");
    };
    yield* forEachSliced(value, add, ITEMS_PER_STEP);
    json.add("]");
  } else if (isObject(value)) {
    const fields = Object.entries(value).filter(([, field]) => field !== undefined);
    for (const [at, [name, field]] of fields.entries()) {
      json.add(`${at === 0 ? "{" : ","}${JSON.stringify(name)}:`);
      yield* writeValue(json, field);
    }
    json.add(fields.length === 0 ? "{}" : "}");
  } else json.add(JSON.stringify(value));
}

function requireSize(json: JsonPieces, code: "answer-large" | "list-large"): void {
  if (json.size > MAX_RESULT) throw new ChangeRefused(400, { code });
}

/** Unread answers in memory. An account leaves room to the others of its network, and a network to other networks. */
const unreadOfAccounts = new HeldAnswers(MAX_RESULT, Number.POSITIVE_INFINITY, "unread-answers");
const unreadOfNetworks = new HeldAnswers(6 * MAX_RESULT, 16 * MAX_RESULT, "unread-answers");

/** Sends JSON piece by piece. Throws `BusyError` while the account or its network leaves too many answers unread. */
export function answerPieces(c: Call, { pieces }: JsonPieces): Response {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const { id = 0, network = id } = c.get("account") ?? {};
  unreadOfAccounts.checkSpace(id);
  unreadOfNetworks.checkSpace(network);
  // A client may have left meanwhile: then there is nothing to wait for.
  if (!c.env.outgoing.closed) {
    c.env.outgoing.once("close", unreadOfAccounts.hold(id, length));
    c.env.outgoing.once("close", unreadOfNetworks.hold(network, length));
  }
  const headers = { "Content-Type": "application/json", "Content-Length": String(length) };
  return c.body(streamPieces(pieces), 200, headers);
}

function streamPieces(pieces: readonly Buffer[]): ReadableStream<Uint8Array> {
  const rest = pieces.values();
  return new ReadableStream({
    pull: (controller) => {
      const { value, done } = rest.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}
