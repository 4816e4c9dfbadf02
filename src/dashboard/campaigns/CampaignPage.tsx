/** Page of a campaign. */
import type { CampaignState } from "../../protocol/management.ts";
import type { Shown } from "../../statistics/index.ts";
import { Editing } from "../app/editing.tsx";
import { useExplanations } from "../app/lazyExplanations.ts";
import { useAccounts, useActivity, useCampaigns, useCreatives, useData } from "../app/managementData.ts";
import { CAMPAIGNS } from "../app/router.ts";
import { linkTo } from "../objects/addresses.ts";
import { useRefreshHistory } from "../objects/History.tsx";
import { ObjectPage } from "../objects/ObjectPage.tsx";
import { useTexts } from "../texts/management.ts";
import { onFirstClick } from "../ui/clicks.ts";
import { Icon } from "../ui/Icon.tsx";
import { Link } from "../ui/Link.tsx";
import { Loading } from "../ui/Loading.tsx";
import { useSaving } from "../ui/useSaving.ts";
import { CampaignForm } from "./CampaignForm.tsx";
import { Pacing, Progress, State } from "./CampaignState.tsx";
import { ConversionsCard } from "./ConversionsCard.tsx";
import { CreativeList } from "./CreativeList.tsx";
import type { Step } from "./campaignFields.ts";
import { StepLink } from "./StepLink.tsx";
import { useUtcLabel } from "./useUtcLabel.ts";

/** Step of the form with the fields that end a state. */
const STEP_OF_STATE: Partial<Record<CampaignState, Step>> = {
  unmatched: "audience",
  waiting: "creatives",
  spent: "budget",
  ended: "basics",
};

export function CampaignPage({ campaign }: { campaign: Shown<"campaigns"> }) {
  const { objects, campaigns: texts } = useTexts();
  const creatives = useCreatives(campaign.id);
  const all = useActivity();
  const history = { campaign: campaign.id };
  const refreshHistory = useRefreshHistory(history);
  const owner = useAccounts().shown?.data.find(({ id }) => id === campaign.account);
  const label = useUtcLabel();
  const activity = all.shown?.data.campaigns.find(({ id }) => id === campaign.id);
  const steps: Partial<Record<CampaignState, string>> = objects.campaignSteps;
  const words = activity && steps[activity.state];
  const step = activity && STEP_OF_STATE[activity.state];
  const refresh = () => {
    all.ask();
    refreshHistory();
  };
  return (
    <ObjectPage
      back={CAMPAIGNS}
      name={campaign.name}
      facts={
        <>
          {owner && <Link to={linkTo("advertiser_id", owner.id)}>{owner.name}</Link>}
          {activity && (
            <>
              <State activity={activity} />
              <span>
                {label(texts.pacing)}: <Pacing campaign={campaign} activity={activity} />
              </span>
              {activity.progress && <Progress campaign={campaign} progress={activity.progress} />}
            </>
          )}
        </>
      }
      next={activity && words && (step ? <StepLink step={step}>{words}</StepLink> : words)}
      actions={
        <Editing>
          <Actions campaign={campaign} onChanged={refresh} />
        </Editing>
      }
      numbers={{ role: "advertiser", kind: "campaign_id", id: campaign.id }}
      explanation={() => <EmptyRequests campaign={campaign} />}
      history={history}
    >
      {creatives.shown ? (
        <CampaignForm
          campaign={campaign}
          creatives={creatives.shown.data}
          onSaved={() => {
            creatives.ask();
            refresh();
          }}
        />
      ) : (
        <div class="fields-wait">
          <Loading answers={[creatives]} />
        </div>
      )}
      <CreativeList campaign={campaign} />
      <ConversionsCard campaign={campaign} creatives={creatives} />
    </ObjectPage>
  );
}

function EmptyRequests({ campaign }: { campaign: Shown<"campaigns"> }) {
  const { module } = useExplanations();
  const { client, account } = useData();
  if (!module) return null;
  return (
    <module.CampaignWhy
      client={client}
      campaign={campaign}
      timezone={account.details.timezone}
      link={(words) => <StepLink step="budget">{words}</StepLink>}
    />
  );
}

function Actions({ campaign, onChanged }: { campaign: Shown<"campaigns">; onChanged(): void }) {
  const { campaigns: texts, form } = useTexts();
  const { management, account } = useData();
  const campaigns = useCampaigns();
  const saving = useSaving();
  const { id, version, active, deleted } = campaign;
  const change = async (fields: { active?: boolean; deleted?: boolean }) => {
    const work = async () => void (await management.campaigns.change({ id, version }, fields));
    const onConflict = async () => form.unchanged;
    await saving.run(work, onConflict);
    campaigns.ask();
    onChanged();
  };
  return (
    <div class="row loose actions">
      {!deleted && (
        <button
          type="button"
          class="button"
          aria-disabled={saving.isBusy}
          onClick={onFirstClick(() => change({ active: !active }))}
        >
          {active ? texts.pause : texts.resume}
        </button>
      )}
      {account.details.kind === "network" && (
        <>
          <Link class="button" to={`${CAMPAIGNS}&new=1&copy=${id}`}>
            <Icon name="copy" />
            {texts.duplicate}
          </Link>
          <button
            type="button"
            class="button button-plain"
            aria-disabled={saving.isBusy}
            onClick={onFirstClick(() => change({ deleted: !deleted }))}
          >
            {deleted ? form.restore : form.archive}
          </button>
        </>
      )}
      <p class="problem" role="alert">
        {saving.message}
      </p>
    </div>
  );
}
