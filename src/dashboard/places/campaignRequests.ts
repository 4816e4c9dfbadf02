/** A campaign and its banners, as the service has them: read, made, changed. */
import type { Management, Shown } from "../../statistics/index.ts";
import {
  type Draft,
  readCampaign,
  writeCreative,
  writeCreativePatch,
  writeNew,
  writePatch,
} from "./draft.ts";

/** What was seen of the campaign: changes are made of this version. */
export interface Seen {
  campaign: Shown<"campaigns">;
  creatives: Shown<"creatives">[];
}

export async function loadCampaign(management: Management, id: number): Promise<Seen> {
  return {
    campaign: await management.campaigns.get(id),
    creatives: (await management.creatives(id).list()).entries,
  };
}

export async function createCampaign(
  management: Management,
  draft: Draft,
  account: number,
  active: boolean,
): Promise<Seen> {
  const { id } = await management.campaigns.create(writeNew(draft, account, active));
  return loadCampaign(management, id);
}

/** Sends what differs alone. */
export async function changeCampaign(
  management: Management,
  seen: Seen,
  draft: Draft,
  edits: Partial<Draft>,
): Promise<Seen> {
  const patch = writePatch(edits, draft, readCampaign(seen.campaign, seen.creatives));
  if (Object.keys(patch).length > 0) await management.campaigns.change(seen.campaign, patch);
  if (edits.creatives) await changeCreatives(management, seen, edits.creatives);
  return loadCampaign(management, seen.campaign.id);
}

async function changeCreatives(
  management: Management,
  { campaign, creatives }: Seen,
  wanted: Draft["creatives"],
): Promise<void> {
  const own = management.creatives(campaign.id);
  for (const creative of wanted) {
    const before = creatives.find(({ id }) => id === creative.id);
    if (!before) await own.create(writeCreative(creative));
    else {
      const patch = writeCreativePatch(creative, before);
      if (Object.keys(patch).length > 0) await own.change(before, patch);
    }
  }
}
