/** Requests for a campaign and its creatives: load, create, change. */
import type { AccountKind } from "../../protocol/statistics.ts";
import type { Management, Shown } from "../../statistics/index.ts";
import {
  type CampaignValues,
  readCampaign,
  writeCreative,
  writeCreativePatch,
  writeNew,
  writePatch,
} from "./campaignValues.ts";

/** Versions (ETags) that the form was loaded from. */
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
  values: CampaignValues,
  account: number,
  active: boolean,
): Promise<Seen> {
  const campaign = await management.campaigns.create(writeNew(values, account, active));
  // The campaign exists even if this request fails; its page then loads the creatives.
  const creatives = await management
    .creatives(campaign.id)
    .list()
    .catch(() => ({ entries: [] }));
  return { campaign, creatives: creatives.entries };
}

/** Sends only the differences. */
export async function changeCampaign(
  management: Management,
  seen: Seen,
  values: CampaignValues,
  kind: AccountKind,
): Promise<Seen> {
  const base = readCampaign(seen.campaign, seen.creatives, kind);
  const patch = writePatch(values, base);
  if (Object.keys(patch).length > 0) await management.campaigns.change(seen.campaign, patch);
  await changeCreatives(management, seen, base.creatives, values.creatives);
  return loadCampaign(management, seen.campaign.id);
}

async function changeCreatives(
  management: Management,
  { campaign, creatives }: Seen,
  base: CampaignValues["creatives"],
  wanted: CampaignValues["creatives"],
): Promise<void> {
  const own = management.creatives(campaign.id);
  for (const creative of wanted) {
    const seen = creatives.find(({ id }) => id === creative.id);
    const before = base.find(({ id }) => id === creative.id);
    if (!seen || !before) await own.create(writeCreative(creative));
    else {
      const patch = writeCreativePatch(creative, before);
      if (Object.keys(patch).length > 0) await own.change(seen, patch);
    }
  }
}
