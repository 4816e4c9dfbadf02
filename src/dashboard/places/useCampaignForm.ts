/** A campaign while somebody edits it: what was entered, what others change meanwhile, and saving. */
import { useEffect, useState } from "preact/hooks";
import type { Shown } from "../../statistics/index.ts";
import { changeCampaign, createCampaign, loadCampaign, type Seen } from "./campaignRequests.ts";
import { useCampaigns, useData } from "./data.ts";
import { checkDraft, type Draft, NEW_DRAFT, readCampaign } from "./draft.ts";
import { type Owner, useOwner } from "./owner.tsx";
import { listDifferences, type Saving, useSaving } from "./save.ts";
import type { PlaceTexts } from "./texts/en.ts";
import { useTexts } from "./texts.ts";
import { type Edits, useEdits } from "./useEdits.ts";
import { nameField } from "./useEntry.ts";

/** What a form is given: a campaign that there is, or what a new one begins with. */
export interface CampaignGiven {
  campaign?: Shown<"campaigns">;
  creatives?: Shown<"creatives">[];
  /** What a new one begins with. */
  start?: Draft | undefined;
  /** Whose a new one is. */
  owner?: number | undefined;
}

export interface CampaignFormState {
  /** Undefined while it is new. */
  seen: Seen | undefined;
  values: Draft;
  set(changes: Partial<Draft>): void;
  owner: Owner;
  saving: Saving;
  /** Undefined when it was not saved. */
  save(): Promise<Shown<"campaigns"> | undefined>;
}

export function useCampaignForm(given: CampaignGiven): CampaignFormState {
  const { campaign, creatives = [], start } = given;
  const [seen, setSeen] = useState<Seen | undefined>(campaign && { campaign, creatives });
  const base = seen ? readCampaign(seen.campaign, seen.creatives) : (start ?? NEW_DRAFT);
  const edited = useEdits<Draft>(base);
  useFollowing(given, Object.keys(edited.edits).length > 0, setSeen);
  const owner = useOwner("advertiser", given.owner);
  const { saving, save } = useSave(seen, setSeen, edited, owner, start !== undefined);
  return { seen, values: edited.values, set: edited.set, owner, saving, save };
}

/** Pausing or archiving above does not come between what was entered and its saving; what others did does. */
const HARMLESS: readonly string[] = ["active", "deleted"];

function useFollowing(
  { campaign, creatives }: CampaignGiven,
  hasEdits: boolean,
  setSeen: (update: (last: Seen | undefined) => Seen | undefined) => void,
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

function useSave(
  seen: Seen | undefined,
  setSeen: (seen: Seen) => void,
  { values, edits, forget }: Edits<Draft>,
  owner: Owner,
  isCopy: boolean,
): Pick<CampaignFormState, "saving" | "save"> {
  const { management } = useData();
  const texts = useTexts();
  const campaigns = useCampaigns();
  const saving = useSaving();

  const onConflict = async () => {
    if (!seen) return texts.form.unchanged;
    const fresh = await loadCampaign(management, seen.campaign.id);
    setSeen(fresh);
    campaigns.ask();
    return describeConflict(seen, fresh, edits, texts);
  };
  const save = async () => {
    const problems: Record<string, string> = checkDraft(values);
    if (!seen && !owner.isReady) problems.account = "required";
    if (Object.keys(problems).length > 0) {
      saving.refuse(problems);
      return undefined;
    }
    let saved: Seen | undefined;
    const work = async () => {
      saved = seen
        ? await changeCampaign(management, seen, values, edits)
        : await createCampaign(management, values, (await owner.find()) ?? 0, !isCopy);
    };
    if (!(await saving.run(work, onConflict)) || !saved) return undefined;
    setSeen(saved);
    forget(values);
    campaigns.ask();
    return saved.campaign;
  };
  return { saving, save };
}

/** What somebody else changed; their name, where both changed it. */
function describeConflict(
  { campaign: before }: Seen,
  { campaign: theirs }: Seen,
  mine: Partial<Draft>,
  { form, fields }: Pick<PlaceTexts, "form" | "fields">,
): string {
  const describe = (field: string) => {
    const label = nameField(field, fields);
    return field === "name" && mine.name !== undefined ? `${label} (${form.theirs(theirs.name)})` : label;
  };
  const changed = listDifferences(before, theirs);
  return changed.length > 0 ? form.conflict(changed.map(describe).join(", ")) : form.unchanged;
}
