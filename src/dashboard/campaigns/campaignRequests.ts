/** Requests for a campaign and its creatives: load, create, change. */
import type { AccountKind } from "../../protocol/statistics.ts";
import type { Management, Shown } from "../../statistics/index.ts";
import { StatisticsError } from "../../statistics/statistics.ts";
import { listDifferences } from "../ui/useForm.ts";
import {
  type CampaignValues,
  toCampaignValues,
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

/** Parts of a save that remain if a later part fails. */
export interface Progress {
  /** Saved creatives by their places in the form. */
  creatives: Map<number, Shown<"creatives">>;
  /** Version of the campaign that was changed. Another try must name it, too. */
  campaign: Shown<"campaigns">;
}

/** Sends only the differences: the creatives, then the campaign. Notes in `progress` what is saved. */
export async function changeCampaign(
  management: Management,
  seen: Seen,
  values: CampaignValues,
  kind: AccountKind,
  progress: Progress,
): Promise<Seen> {
  const { campaign, creatives } = seen;
  const saved = toCampaignValues(campaign, creatives, kind);
  const own = management.creatives(campaign.id);
  for (const [at, creative] of values.creatives.entries()) {
    const known = creatives.find(({ id }) => id === creative.id);
    const before = saved.creatives.find(({ id }) => id === creative.id);
    const change = known && before ? writeCreativePatch(creative, before) : undefined;
    if (change && Object.keys(change).length === 0) continue;
    try {
      const fresh = await (known && change ? own.change(known, change) : own.create(writeCreative(creative)));
      progress.creatives.set(at, fresh);
    } catch (error) {
      throw placeProblems(error, at);
    }
  }
  const patch = writePatch(values, saved);
  const change = (version: Shown<"campaigns">) => {
    progress.campaign = version;
    return management.campaigns.change(version, patch);
  };
  if (Object.keys(patch).length === 0) return loadCampaign(management, campaign.id);
  if (progress.creatives.size > 0) await change(await follow(management, campaign));
  else
    await change(campaign).catch(async (error) => {
      const current = isConflict(error) ? await follow(management, campaign) : campaign;
      if (current === campaign) throw error;
      return change(current);
    });
  return loadCampaign(management, campaign.id);
}

function isConflict(error: unknown): boolean {
  return error instanceof StatisticsError && error.code === "conflict";
}

/**
 * Returns the campaign with its current version, which each change of a creative replaces; the given one if another user
 * has changed the campaign's own fields since.
 */
async function follow(management: Management, campaign: Shown<"campaigns">): Promise<Shown<"campaigns">> {
  const current = await management.campaigns.get(campaign.id);
  const isSame = listDifferences(campaign, current).every((field) => field === "variations");
  return isSame ? current : campaign;
}

/** Adds the creative's place in the campaign to the problems of its fields. */
function placeProblems(error: unknown, at: number): unknown {
  if (!(error instanceof StatisticsError)) return error;
  const problems = error.problems.map((problem) => ({
    ...problem,
    keys: ["variations", String(at), ...problem.keys],
  }));
  return new StatisticsError(error.code, error.message, { ...error, problems });
}
