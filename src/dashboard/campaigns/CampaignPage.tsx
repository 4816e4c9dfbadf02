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
import { useUtcLabel } from "./useUtcLabel.ts";

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
      next={activity && steps[activity.state]}
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
        <Loading answers={[creatives]} />
      )}
      <CreativeLinks creatives={campaign.variations} />
    </ObjectPage>
  );
}

function EmptyRequests({ campaign }: { campaign: Shown<"campaigns"> }) {
  const { module } = useExplanations();
  const { client, account } = useData();
  if (!module) return null;
  return <module.CampaignWhy client={client} campaign={campaign} timezone={account.details.timezone} />;
}

function CreativeLinks({ creatives }: { creatives: Shown<"campaigns">["variations"] }) {
  const { objects } = useTexts();
  return (
    <section class="card" aria-label={objects.creatives}>
      <h2>{objects.creatives}</h2>
      <ul class="row loose">
        {creatives.map(({ id, name, size }) => (
          <li key={id}>
            <Link to={linkTo("variation_id", id)}>{name || size}</Link> <span class="hint">{size}</span>
          </li>
        ))}
      </ul>
    </section>
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
