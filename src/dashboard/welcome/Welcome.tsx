/** Guide from an empty catalogue to the first ad: site, zone, campaign, page. */
import { useEffect, useState } from "preact/hooks";
import type { Shown } from "../../statistics/index.ts";
import { OwnerField } from "../account/owner.tsx";
import { useIsEditable } from "../app/editing.tsx";
import {
  useAccounts,
  useActivity,
  useCampaigns,
  useData,
  useSites,
  useZones,
} from "../app/managementData.ts";
import { CAMPAIGNS, useRouter } from "../app/router.ts";
import { Price } from "../campaigns/Basics.tsx";
import { CampaignField } from "../campaigns/CampaignField.tsx";
import { Creatives, useUploading } from "../campaigns/Creatives.tsx";
import { nameField } from "../campaigns/campaignFields.ts";
import { type CampaignValues, NEW_CAMPAIGN } from "../campaigns/campaignValues.ts";
import { useCampaignForm } from "../campaigns/useCampaignForm.ts";
import { SiteForm } from "../inventory/SiteForm.tsx";
import { Code, SCRIPT_CODE, writeZone } from "../inventory/TagCode.tsx";
import { ZoneForm } from "../inventory/ZoneForm.tsx";
import { useTexts } from "../texts/management.ts";
import { FormCard } from "../ui/FormCard.tsx";
import { Link } from "../ui/Link.tsx";
import { Loaded, Loading } from "../ui/Loading.tsx";
import { useExplainProblems } from "../ui/problems.ts";
import { useSteady } from "../ui/useSteady.ts";
import { NextSteps } from "./NextSteps.tsx";

/** Polling interval while the fourth step waits for the page. */
const POLL_MS = 3_000;

const isHere = ({ deleted }: { deleted: boolean }) => !deleted;

/**
 * Whether to show the guide: for a network without zones or campaigns, until all four steps are done. Undefined while
 * loading.
 */
export function useWelcome(): boolean | undefined {
  const { account } = useData();
  const { search } = useRouter();
  const [zones, campaigns] = [useZones(), useCampaigns()];
  const isEditable = useIsEditable();
  /** Query string of the guide. Once the campaign is there, every other address leaves the guide. */
  const [place, setPlace] = useState<string>();
  const isNetwork = account.details.kind === "network" && isEditable;
  const isKnown = zones.shown !== undefined && campaigns.shown !== undefined;
  // Entries of other users do not replace a form of the guide that is being filled in.
  const isEmpty = useSteady(isNetwork && isKnown && isBeginning(zones.shown?.data, campaigns.shown?.data), [
    zones,
    campaigns,
  ]);
  const isCampaign = new URLSearchParams(search).has("campaign");
  useEffect(() => {
    setPlace((before) => (!isCampaign && (isEmpty || before === search) ? search : undefined));
  }, [isEmpty, isCampaign, search]);
  if (isNetwork && !isKnown && !zones.error && !campaigns.error) return undefined;
  return (isEmpty || place === search) && !isCampaign;
}

/** Whether there is at most one zone and campaign, and not both. */
function isBeginning(zones: readonly unknown[] = [], campaigns: readonly unknown[] = []): boolean {
  return zones.length + campaigns.length < 2 && zones.length * campaigns.length === 0;
}

export function Welcome() {
  const { welcome: texts } = useTexts();
  const [sites, zones, campaigns] = [useSites(), useZones(), useCampaigns()];
  const campaignAnswers = [useAccounts(), useActivity()];
  const all = [sites, zones, campaigns];
  const first = [
    sites.shown?.data.find(isHere),
    zones.shown?.data.find(isHere),
    campaigns.shown?.data.find(isHere),
  ] as const;
  const [site, zone, campaign] = useSteady(first, all);
  if (!sites.shown || !zones.shown || !campaigns.shown) return <Loading answers={all} />;
  const at = [site, zone, campaign].indexOf(undefined);
  const step = at < 0 ? 3 : at;
  return (
    <>
      <header class="row loose page-head">
        <div>
          <h2>{texts.title}</h2>
          <p class="hint">{texts.step(step + 1, texts.names.length)}</p>
        </div>
      </header>
      <ol class="row steps">
        {texts.names.map((name, index) => (
          <li
            key={name}
            aria-current={index === step ? "step" : undefined}
            class={index < step ? "is-done" : ""}
          >
            <b>{index + 1}</b> {name}
          </li>
        ))}
      </ol>
      <p>{[texts.site, texts.zone, texts.campaign, texts.page][step]}</p>
      {step === 0 && <SiteForm onSaved={() => {}} />}
      {step === 1 && <ZoneForm />}
      {step === 2 && zone && (
        <Loaded answers={campaignAnswers}>
          <FirstCampaign zone={zone} />
        </Loaded>
      )}
      {step === 3 && zone && campaign && <FirstPage zone={zone} campaign={campaign} />}
    </>
  );
}

const FIRST_CAMPAIGN: CampaignValues = { ...NEW_CAMPAIGN, price: "1.00" };

function FirstCampaign({ zone }: { zone: Shown<"zones"> }) {
  const { campaigns: texts } = useTexts();
  const form = useCampaignForm({ start: FIRST_CAMPAIGN, isActive: true });
  const { values, set, owner } = form;
  const [isUploading, setUploading] = useUploading();
  const problems = useExplainProblems(nameField)(form.saving.problems);
  const fields = {
    values,
    saved: form.saved,
    set,
    problems,
    may: () => true,
    currency: owner.readCurrency(values),
  };
  const submit = () => void form.save();
  return (
    <FormCard
      title={texts.add}
      hasHeading={false}
      onSubmit={submit}
      saving={form.saving}
      isNew
      isWaiting={isUploading}
    >
      <OwnerField owner={owner} values={values} set={set} problems={problems} />
      <CampaignField name="name" {...fields} />
      <div class="grid coarse">
        <Price {...fields} />
      </div>
      <Creatives
        creatives={values.creatives}
        onChange={(update) => set(({ creatives }) => ({ creatives: update(creatives) }))}
        problems={problems}
        only={zone.size}
        onUploading={setUploading}
      />
    </FormCard>
  );
}

function FirstPage({ zone, campaign }: { zone: Shown<"zones">; campaign: Shown<"campaigns"> }) {
  const { welcome: texts, code } = useTexts();
  const activity = useActivity();
  const asked = activity.shown?.data.zones.find(({ id }) => id === zone.id);
  const isDone = (asked?.filled ?? 0) > 0;
  const { ask } = activity;
  useEffect(() => {
    if (isDone) return;
    const timer = setInterval(() => !document.hidden && ask({ isQuiet: true }), POLL_MS);
    return () => clearInterval(timer);
  }, [isDone, ask]);
  const words = isDone ? texts.done : asked?.last_request ? texts.asked : texts.waiting;
  return (
    <section class="card">
      <div class="stack tight">
        <h3>{code.script}</h3>
        <Code text={SCRIPT_CODE} />
        <h3>{code.zone}</h3>
        <Code text={writeZone(zone)} />
      </div>
      <p class={isDone ? "welcome-done" : "hint"} role="status">
        {words}
      </p>
      <Link class={`button ${isDone ? "button-primary" : ""}`} to={`${CAMPAIGNS}&campaign=${campaign.id}`}>
        {texts.finish}
      </Link>
      <NextSteps />
    </section>
  );
}
