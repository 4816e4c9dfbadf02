/** The reports of one side: a page, the count, the totals, and all pages one after another. */
import { listOrderGroupings, type Order, type Role } from "../protocol/statistics.ts";
import { type RawReport, readCount, readReport, readTotals } from "./report.ts";
import type { CallOptions, RoleStatistics } from "./types.ts";

/** Records in one answer while all pages are read. */
const PAGE_LIMIT = 1_000;

/** A request on its way out, whatever its types were. */
interface RawQuery {
  group_by: readonly string[];
  order_by?: readonly Order[];
  limit?: number;
  offset?: number;
}

type Ask = (body: { group_by: readonly string[] }, call: CallOptions) => Promise<unknown>;

/** The one place where what was read is given the types that its request promises. */
export function createRole<R extends Role>(role: R, ask: Ask): RoleStatistics<R> {
  const query = async (request: RawQuery, call: CallOptions = {}): Promise<RawReport> =>
    readReport(await ask(request, call));

  async function* pages(request: RawQuery, call: CallOptions = {}): AsyncGenerator<RawReport, void> {
    const { limit = PAGE_LIMIT, order_by = byGroup(role, request.group_by) } = request;
    const given = new Set<string>();
    let offset = request.offset ?? 0;
    for (;;) {
      const page = await query({ ...request, order_by, limit, offset }, call);
      yield { ...page, result: page.result.filter(({ group_by }) => isNew(JSON.stringify(group_by), given)) };
      offset += page.result.length;
      if (page.result.length === 0 || offset >= page.request_metadata.count) return;
    }
  }

  async function* records(request: RawQuery, call?: CallOptions) {
    for await (const page of pages(request, call)) yield* page.result;
  }

  const raw = {
    query,
    count: async (request: RawQuery, call: CallOptions = {}) =>
      readCount(await ask({ ...request, count: 1 } as RawQuery, call)),
    totals: async (request: Partial<RawQuery> = {}, call: CallOptions = {}) =>
      readTotals(await ask({ group_by: ["date"], ...request, totals: 1, limit: 1 } as RawQuery, call)),
    pages,
    records,
  };
  return raw as unknown as RoleStatistics<R>;
}

/** New groups may come while pages are read, but an order by group never moves the ones that are there. */
function byGroup(role: Role, groupings: readonly string[]): Order[] {
  const orderable: readonly string[] = listOrderGroupings(role, "network");
  const fields = groupings.filter((grouping) => orderable.includes(grouping)).slice(0, 2);
  return fields.map((field) => ({ field, order: "asc" }));
}

/** A group that came in between moves the last record of a page to the next one. */
function isNew(key: string, given: Set<string>): boolean {
  if (given.has(key)) return false;
  given.add(key);
  return true;
}
