/** Form of a campaign: values, saving, and changes by other users. */
import { useEffect, useState } from "preact/hooks";
import type { Shown } from "../../statistics/index.ts";
import { StatisticsError } from "../../statistics/statistics.ts";
import { type Owner, useOwner } from "../account/owner.tsx";
import { useCampaigns, useData } from "../app/managementData.ts";
import { useTexts } from "../texts/management.ts";
import { type Form, listDifferences, nameField, useForm } from "../ui/useForm.ts";
import type { Problems } from "../ui/useSaving.ts";
import { checkCampaign, checkLimits } from "./campaignFields.ts";
import {
  changeCampaign,
  createCampaign,
  loadCampaign,
  type Progress,
  type Seen,
} from "./campaignRequests.ts";
import { type CampaignValues, NEW_CAMPAIGN, toCampaignValues, toCreativeValues } from "./campaignValues.ts";
import { addSaved, describeSaved, mergeCreatives, type PartlySaved, replaceSaved } from "./partlySaved.ts";

/** A saved campaign, or the start of a new one. */
export interface CampaignGiven {
  campaign?: Shown<"campaigns">;
  creatives?: Shown<"creatives">[];
  /** Initial values of a new campaign. */
  start?: CampaignValues | undefined;
  /** Whether a new campaign runs at once. */
  isActive?: boolean;
}

export interface CampaignForm extends Form<Seen, CampaignValues> {
  owner: Owner;
  /** Whether each edited field and creative was saved, if the last save saved only a part. */
  notes: Problems | undefined;
  /** Withdraws the waiting or rejected version of a creative, and keeps other entered values. */
  withdraw(id: number): Promise<void>;
}

export function useCampaignForm(given: CampaignGiven): CampaignForm {
  const { campaign, creatives = [], start, isActive = true } = given;
  const { management, account } = useData();
  const { kind } = account.details;
  const texts = useTexts();
  const { form: words, fields } = texts;
  const campaigns = useCampaigns();
  const owner = useOwner("advertiser");
  const [partly, setPartly] = useState<PartlySaved>();
  const keep = (seen: Seen, sent: CampaignValues, progress: Progress, error: unknown) => {
    const { creatives: saved, campaign } = progress;
    form.setSeen(() => ({ campaign, creatives: addSaved(seen.creatives, saved) }));
    form.set(({ creatives }) => ({ creatives: replaceSaved(creatives, sent.creatives, saved, kind) }));
    // Without an answer, the rest may be saved.
    const isUnsure = error instanceof StatisticsError && /^(network|timeout)$/.test(error.code);
    const before = toCampaignValues(seen.campaign, seen.creatives, kind);
    if (!isUnsure) setPartly(describeSaved(sent, before, saved, texts));
    campaigns.ask();
  };
  const form: Form<Seen, CampaignValues> = useForm<Seen, CampaignValues>({
    given: campaign && { campaign, creatives },
    name: (seen) =>
      // Another name than that of earlier versions, whose drafts have creatives without weights.
      `campaign form ${seen ? `${seen.campaign.id} ${seen.campaign.version}` : `new ${start?.name ?? ""}`}`,
    read: (seen) => (seen ? toCampaignValues(seen.campaign, seen.creatives, kind) : (start ?? NEW_CAMPAIGN)),
    check: (values, seen) => {
      if (!seen) return { ...checkCampaign(values), ...owner.check(values) };
      const saved = toCampaignValues(seen.campaign, seen.creatives, kind);
      return {
        ...checkCampaign(values, saved),
        ...(kind === "advertiser" && checkLimits(values, saved)),
      };
    },
    save: async (values, seen) => {
      if (!seen) return createCampaign(management, values, (await owner.find(values)) ?? 0, isActive);
      const progress: Progress = { creatives: new Map(), campaign: seen.campaign };
      try {
        return await changeCampaign(management, seen, values, kind, progress);
      } catch (error) {
        if (progress.creatives.size > 0) keep(seen, values, progress, error);
        else form.setSeen(() => ({ ...seen, campaign: progress.campaign }));
        throw error;
      }
    },
    load: async (seen) => {
      const theirs = await loadCampaign(management, seen.campaign.id);
      const read = ({ campaign, creatives }: Seen) => toCampaignValues(campaign, creatives, kind).creatives;
      form.set(({ creatives }) => ({ creatives: mergeCreatives(creatives, read(seen), read(theirs)) }));
      campaigns.ask();
      return theirs;
    },
    // Adds the other user's campaign name, because the field shows the one entered here.
    describe: ({ campaign: before }, { campaign: theirs }, edits) =>
      listDifferences(before, theirs).map((field) => {
        const label = nameField(field, fields);
        return field === "name" && edits.name !== undefined
          ? `${label} (${words.theirs(theirs.name)})`
          : label;
      }),
    onChanged: () => campaigns.ask(),
  });
  useFollowing(given, form);
  const withdraw = async (id: number) => {
    const fresh = await form.apply(async ({ campaign: { id: own }, creatives: known }) => {
      const creative = known.find((each) => each.id === id);
      if (creative) await management.creatives(own).withdraw(creative);
      return loadCampaign(management, own);
    });
    const saved = fresh?.creatives.find((each) => each.id === id);
    if (!saved) return;
    const shown = toCreativeValues(saved, kind);
    form.set(({ creatives }) => ({ creatives: creatives.map((each) => (each.id === id ? shown : each)) }));
  };
  const save = () => {
    setPartly(undefined);
    return form.save();
  };
  const { saving } = form;
  // Each field shows its own refusal; other reasons are added.
  const reason = saving.message === words.refused ? "" : saving.message;
  const message = partly ? `${partly.message} ${reason}` : saving.message;
  return { ...form, save, saving: { ...saving, message }, owner, notes: partly?.notes, withdraw };
}

/** Changed by buttons above the form, so they do not conflict with its values. */
const HARMLESS: readonly string[] = ["active", "deleted"];

/** Follows other users' changes until this user edits a field. */
function useFollowing(
  { campaign, creatives }: CampaignGiven,
  { hasEdits, setSeen }: Form<Seen, CampaignValues>,
): void {
  useEffect(() => {
    setSeen((last) => {
      if (!last || !campaign) return last;
      const others = listDifferences(last.campaign, campaign).filter((field) => !HARMLESS.includes(field));
      return hasEdits && others.length > 0 ? last : { ...last, campaign };
    });
  }, [campaign]);
  useEffect(() => {
    setSeen((last) => (last && creatives && !hasEdits ? { ...last, creatives } : last));
  }, [creatives]);
}
