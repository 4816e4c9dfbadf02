/** Report calls of one role: a page, the count, the totals, and an iterator over all pages. */
import {
  listOrderGroupings,
  type Order,
  REPORT_FILES,
  type ReportFile,
  type Role,
} from "../protocol/statistics.ts";
import { streamBody } from "./bodyStream.ts";
import type { Fields } from "./object.ts";
import { parseCount, parseReport, parseTotals, type RawReport } from "./parseAnswers.ts";
import type { UnreadBody } from "./transport.ts";
import type { CallOptions, RoleStatistics } from "./types.ts";

/** Records per page while all pages are read. */
const PAGE_LIMIT = 10_000;

interface RawQuery {
  group_by: readonly string[];
  order_by?: readonly Order[];
  limit?: number;
  offset?: number;
  count?: 1;
  totals?: 1;
}

/** `accept`: media type of an answer that is streamed instead of read. */
type Ask = (body: RawQuery, call: CallOptions & { accept?: string }) => Promise<unknown>;

/** The untyped calls. Their types, which follow from each request, are asserted afterwards. */
type UntypedCalls = Record<keyof RoleStatistics<Role>, (...args: never[]) => unknown>;

/** Creates the report calls. The only place that asserts the response types implied by a request. */
export function createRole<R extends Role>(role: R, ask: Ask): RoleStatistics<R> {
  const query = async (request: RawQuery, call: CallOptions = {}): Promise<RawReport> =>
    parseReport(await ask(request, call));

  async function* pages(request: RawQuery, call: CallOptions = {}): AsyncGenerator<RawReport, void> {
    const { limit = PAGE_LIMIT, order_by = byGroup(role, request.group_by) } = request;
    /** Keys of the previous page. */
    let given: ReadonlySet<string> = new Set();
    let offset = request.offset ?? 0;
    for (;;) {
      const page = await query({ ...request, order_by, limit, offset }, call);
      const earlier = given;
      given = new Set(page.result.map(getGroupKey));
      yield { ...page, result: page.result.filter((record) => !earlier.has(getGroupKey(record))) };
      // A service may return fewer records than requested.
      offset += page.result.length;
      if (page.result.length === 0 || offset >= page.request_metadata.count) return;
    }
  }

  async function* records(request: RawQuery, call?: CallOptions) {
    for await (const page of pages(request, call)) yield* page.result;
  }

  const file = async (request: RawQuery, format: ReportFile, call: CallOptions = {}) => {
    const accept = REPORT_FILES[format];
    return streamBody((await ask(request, { ...call, accept })) as UnreadBody, accept);
  };

  const calls: UntypedCalls = {
    query,
    count: async (request: RawQuery, call: CallOptions = {}) =>
      parseCount(await ask({ ...request, count: 1 }, call)),
    totals: async (request: Partial<RawQuery> = {}, call: CallOptions = {}) =>
      parseTotals(await ask({ group_by: ["date"], ...request, totals: 1, limit: 1 }, call)),
    pages,
    records,
    file,
    csv: (request: RawQuery, call?: CallOptions) => file(request, "csv", call),
  };
  return calls as RoleStatistics<R>;
}

/** Orders by group, which keeps existing records in place when new facts arrive between pages. */
function byGroup(role: Role, groupings: readonly string[]): Order[] {
  const orderable: readonly string[] = listOrderGroupings(role, "network");
  const fields = groupings.filter((grouping) => orderable.includes(grouping)).slice(0, 2);
  return fields.map((field) => ({ field, order: "asc" }));
}

/**
 * Identifies a record. A group that appears between two requests moves the last record of a page to the next page,
 * where its key reveals the repetition.
 */
function getGroupKey({ group_by }: Fields): string {
  return JSON.stringify(group_by);
}
