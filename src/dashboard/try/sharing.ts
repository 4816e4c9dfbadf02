/** Zones of one request that can show the same campaigns. Pure. */
import type { Campaign, CampaignExplanation } from "../../protocol/management.ts";

interface Requested {
  zone: { name: string };
  /** Absent for a zone that is not requested. */
  campaigns?: readonly Pick<CampaignExplanation, "id" | "chance">[] | undefined;
}

type Limited = Pick<Campaign, "id" | "frequency">;

/**
 * Lists the other zones because of which the chances for this zone alone do not hold on the page. The service gives the
 * zones of a request different campaigns where it can. The only campaign of a zone is repeated for other zones, up to its
 * frequency cap.
 */
export function listSharing(
  all: readonly Requested[],
  { campaigns = [] }: Requested,
  entries: readonly Limited[],
): string[] {
  const own = listShown(campaigns);
  const others = all.filter(
    (each) => each.campaigns !== campaigns && listShown(each.campaigns).some((id) => own.includes(id)),
  );
  const limits = entries.find(({ id }) => id === own[0])?.frequency ?? [];
  const isRepeated = limits.every(({ impressions }) => impressions > others.length);
  if (own.length === 1 && isRepeated) return [];
  return [...new Set(others.map(({ zone }) => zone.name))];
}

function listShown(campaigns: Requested["campaigns"] = []): number[] {
  return campaigns.flatMap(({ id, chance }) => (chance > 0 ? [id] : []));
}
