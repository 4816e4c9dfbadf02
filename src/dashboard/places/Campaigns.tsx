/** The campaigns with their states and what they were given today; one of them; a new one. */
import type { CampaignActivity } from "../../protocol/management.ts";
import type { Shown } from "../../statistics/index.ts";
import { Icon } from "../Icon.tsx";
import { useLocale } from "../locale.ts";
import { CampaignForm } from "./CampaignForm.tsx";
import { CampaignPage } from "./CampaignPage.tsx";
import { useAccounts, useActivity, useCampaigns, useCreatives, useData } from "./data.ts";
import { readCampaign } from "./draft.ts";
import { EntryTable, ListBar, useListing } from "./Listing.tsx";
import { Loading } from "./Loading.tsx";
import { PlaceLink } from "./parts.tsx";
import { useTexts } from "./texts.ts";

export const CAMPAIGNS = "?place=campaigns";

export function Campaigns() {
  const { navigation } = useData();
  const asked = new URLSearchParams(navigation.search);
  const campaigns = useCampaigns();
  if (!campaigns.shown) return <Loading answers={[campaigns]} />;
  const find = (name: string) => campaigns.shown?.data.find(({ id }) => String(id) === asked.get(name));
  const campaign = find("campaign");
  if (campaign) return <CampaignPage key={campaign.id} campaign={campaign} />;
  if (asked.has("new")) return <NewCampaign copied={find("copy")} />;
  return <List campaigns={campaigns.shown.data} />;
}

function NewCampaign({ copied }: { copied: Shown<"campaigns"> | undefined }) {
  const { campaigns: texts } = useTexts();
  const { navigation } = useData();
  const creatives = useCreatives(copied?.id);
  if (copied && !creatives.shown) return <Loading answers={[creatives]} />;
  const start = copied && {
    ...readCampaign(copied, []),
    name: texts.copyOf(copied.name),
    creatives: readCampaign(copied, creatives.shown?.data ?? []).creatives.map(
      ({ id: _id, version: _version, ...creative }) => ({ ...creative, review: "approved" as const }),
    ),
  };
  return (
    <CampaignForm
      start={start}
      owner={copied?.account}
      onCancel={() => navigation.go(CAMPAIGNS)}
      onSaved={({ id }) => navigation.go(`${CAMPAIGNS}&campaign=${id}`)}
    />
  );
}

function List({ campaigns }: { campaigns: Shown<"campaigns">[] }) {
  const { campaigns: texts, form } = useTexts();
  const { navigation, account } = useData();
  const activity = useActivity().shown?.data.campaigns;
  const accounts = useAccounts().shown?.data;
  const { places } = useLocale().texts;
  const listing = useListing();
  const shown = campaigns.filter((campaign) => listing.isHere(campaign) && listing.isWanted(campaign));
  const mayCreate = account.details.kind === "network";
  return (
    <>
      <ListBar listing={listing} hasArchived={campaigns.some(({ deleted }) => deleted)}>
        {mayCreate && (
          <PlaceLink class="button button-primary" to={`${CAMPAIGNS}&new=1`} go={navigation.go}>
            <Icon name="plus" />
            {texts.add}
          </PlaceLink>
        )}
      </ListBar>
      {campaigns.length === 0 && <p class="nothing">{mayCreate ? texts.noCampaigns : texts.noneForYou}</p>}
      {campaigns.length > 0 && shown.length === 0 && <p class="nothing">{form.none}</p>}
      {shown.length > 0 && (
        <section class="card" aria-label={places.campaigns}>
          <EntryTable headings={[texts.name, texts.state, texts.pacing, texts.shown]} entries={shown}>
            {(campaign) => (
              <Cells
                campaign={campaign}
                activity={activity?.find(({ id }) => id === campaign.id)}
                owner={accounts?.find(({ id }) => id === campaign.account)?.name}
              />
            )}
          </EntryTable>
        </section>
      )}
    </>
  );
}

interface CellsProps {
  campaign: Shown<"campaigns">;
  activity: CampaignActivity | undefined;
  owner: string | undefined;
}

function Cells({ campaign, activity, owner }: CellsProps) {
  const { campaigns: texts } = useTexts();
  const { navigation } = useData();
  const { formatCount } = useLocale();
  return (
    <>
      <th scope="row">
        <PlaceLink class="deeper" to={`${CAMPAIGNS}&campaign=${campaign.id}`} go={navigation.go}>
          {campaign.name}
        </PlaceLink>
        {owner && <span class="hint">{owner}</span>}
      </th>
      <td data-label={texts.state}>{activity && <State activity={activity} />}</td>
      <td data-label={texts.pacing}>{activity && <Pacing campaign={campaign} activity={activity} />}</td>
      <td data-label={texts.shown}>{activity && formatCount(activity.impressions_today)}</td>
    </>
  );
}

export function State({ activity: { state } }: { activity: CampaignActivity }) {
  const { campaigns: texts } = useTexts();
  const { navigation, account } = useData();
  return (
    <span class={`state state-${state}`} title={state === "unmatched" ? texts.unmatchedHint : undefined}>
      {texts.states[state]}
      {state === "unmatched" && account.details.kind === "network" && (
        <>
          {" · "}
          <PlaceLink to="?place=try" go={navigation.go}>
            {texts.tryPage}
          </PlaceLink>
        </>
      )}
    </span>
  );
}

const DAY_MS = 86_400_000;

/** What was spent or shown today beside what may be, and how much of the day is over. */
export function Pacing({ campaign, activity }: { campaign: Shown<"campaigns">; activity: CampaignActivity }) {
  const { campaigns: texts } = useTexts();
  const { formatValue, formatCount } = useLocale();
  const { budget, caps, spread } = campaign;
  const cost = Number(activity.cost_today);
  const money = (amount: number) => formatValue(amount, "money");
  const part = budget.daily
    ? { share: cost / Number(budget.daily), text: texts.ofDaily(money(cost), money(Number(budget.daily))) }
    : caps.daily
      ? {
          share: activity.impressions_today / caps.daily,
          text: texts.ofDaily(formatCount(activity.impressions_today), formatCount(caps.daily)),
        }
      : undefined;
  if (!part) return <>{money(cost)}</>;
  const day = (Date.now() % DAY_MS) / DAY_MS;
  const isBehind = part.share < day * 0.9;
  const words = isBehind ? texts.behind : texts.onTrack;
  return (
    <span class="pacing">
      {part.text}
      <span class="bar" aria-hidden="true">
        <span style={{ width: `${Math.min(100, part.share * 100)}%` }} />
        {spread === "even" && <i style={{ insetInlineStart: `${day * 100}%` }} />}
      </span>
      {spread === "even" && activity.state === "running" && <span class="hint">{words}</span>}
    </span>
  );
}
