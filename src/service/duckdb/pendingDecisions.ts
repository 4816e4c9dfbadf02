/** Counts decisions that may still get an impression: budgets keep their reservations across a restart. */

import type { Query } from "../facts/eventStore.ts";
import { KINDS } from "../journal/lines.ts";

/** Decisions and keys are both stored by the second, so they are comparable. */
const PENDING = `
  SELECT campaign_id AS campaign, (filled - coalesce(shown, 0))::BIGINT AS pending
  FROM (
    SELECT campaign_id, sum(filled) AS filled FROM facts
    WHERE time >= date_trunc('second', $1::TIMESTAMP) AND campaign_id IS NOT NULL GROUP BY ALL
  ) LEFT JOIN (
    SELECT campaign_id, count(*) AS shown FROM deduplication_keys
    WHERE kind = ${KINDS.impression} AND decided >= date_trunc('second', $1::TIMESTAMP) GROUP BY ALL
  ) USING (campaign_id)
  WHERE filled > coalesce(shown, 0)`;

/** Counts filled decisions since `since` that have no impression, by campaign. */
export async function countPending(query: Query, since: Date): Promise<Map<number, number>> {
  const rows = await query<{ campaign: number; pending: bigint }>(PENDING, [since]);
  return new Map(rows.map(({ campaign, pending }) => [campaign, Number(pending)]));
}
