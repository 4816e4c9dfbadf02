/** `/v2/collections/NAME`: the whole list, a page of it, or its length. */

import { type Call, refuseFields } from "../interface/call.ts";
import { ListQuery } from "../interface/listQuery.ts";

/**
 * Answers with the whole list unless the query has `limit`, `offset` or `count`. Metadata is as in reports and
 * management lists; a count has no `result`, as in reports.
 */
export function answerCollection(c: Call, entries: readonly unknown[]): Response {
  const query = new ListQuery(c.req.query());
  const { limit, offset } = query.parseRange();
  const isCount = query.parseFlag("count");
  if (query.problems.length > 0) return refuseFields(c, query.problems);
  if (!isCount && limit === undefined && offset === undefined) return c.json({ result: entries });
  const start = offset ?? 0;
  const metadata = { count: entries.length, limit, offset: start };
  if (isCount) return c.json({ request_metadata: metadata });
  const end = limit === undefined ? entries.length : start + limit;
  return c.json({ request_metadata: metadata, result: entries.slice(start, end) });
}
