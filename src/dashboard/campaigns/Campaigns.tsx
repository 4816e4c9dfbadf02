/** The list of campaigns, one campaign, or a new one. */
import type { Shown } from "../../statistics/index.ts";
import { useIsEditable } from "../app/editing.tsx";
import { AccountPage } from "../app/lazyPeople.tsx";
import { useAccounts, useActivity, useCampaigns, useCreatives, useData } from "../app/managementData.ts";
import { CAMPAIGNS, useRouter } from "../app/router.ts";
import { useTexts } from "../texts/management.ts";
import { isPending, Loading } from "../ui/Loading.tsx";
import { LostLink } from "../ui/LostLink.tsx";
import { CampaignForm } from "./CampaignForm.tsx";
import { CampaignList } from "./CampaignList.tsx";
import { CampaignPage } from "./CampaignPage.tsx";
import { CreativePage } from "./CreativePage.tsx";
import { toCampaignValues } from "./campaignValues.ts";

type Campaign = Shown<"campaigns">;

export function Campaigns() {
  const { search } = useRouter();
  const asked = new URLSearchParams(search);
  const campaigns = useCampaigns();
  const isEditable = useIsEditable();
  const { campaigns: texts } = useTexts();
  const isNetwork = useData().account.details.kind === "network";
  const facts = [useAccounts(), useActivity()];
  if (!campaigns.shown || isPending(facts)) return <Loading answers={[campaigns]} />;
  const find = (name: string) => campaigns.shown?.data.find(({ id }) => String(id) === asked.get(name));
  const campaign = find("campaign");
  const account = asked.get("account");
  if (account) return <AccountPage id={Number(account)} side="advertiser" />;
  for (const each of campaigns.shown.data) {
    const creative = each.variations.find(({ id }) => String(id) === asked.get("creative"));
    if (creative) return <CreativePage key={creative.id} creative={creative} campaign={each} />;
  }
  if (campaign) return <CampaignPage key={campaign.id} campaign={campaign} />;
  const copied = find("copy");
  const isNew = isEditable && asked.has("new");
  return (
    <>
      <LostLink names={["campaign", "creative", ...(copied ? [] : ["copy"])]} />
      {isNew && isNetwork ? (
        <NewCampaign copied={copied} />
      ) : (
        <>
          {isNew && <p class="hint">{texts.createdByNetwork}</p>}
          <CampaignList campaigns={campaigns.shown.data} />
        </>
      )}
    </>
  );
}

function NewCampaign({ copied }: { copied: Campaign | undefined }) {
  const { campaigns: texts } = useTexts();
  const { go } = useRouter();
  const creatives = useCreatives(copied?.id);
  if (copied && !creatives.shown) return <Loading answers={[creatives]} />;
  const start = copied && {
    ...toCampaignValues(copied, [], "network"),
    owner: String(copied.account),
    name: texts.copyOf(copied.name),
    creatives: toCampaignValues(copied, creatives.shown?.data ?? [], "network").creatives.map(
      ({ id: _id, version: _version, ...creative }) => creative,
    ),
  };
  return (
    <CampaignForm
      start={start}
      isActive={!copied}
      onCancel={() => go(CAMPAIGNS)}
      onSaved={({ id }) => go(`${CAMPAIGNS}&campaign=${id}`)}
    />
  );
}
