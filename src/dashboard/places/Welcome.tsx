/** From an empty catalogue to an ad on a page: a site, a zone, a campaign, the page. */
import { useEffect, useState } from "preact/hooks";
import type { Shown } from "../../statistics/index.ts";
import { CAMPAIGNS } from "./Campaigns.tsx";
import { Creatives } from "./Creatives.tsx";
import { useActivity, useCampaigns, useData, useSites, useZones } from "./data.ts";
import { checkDraft, type Draft, NEW_DRAFT, writeNew } from "./draft.ts";
import { explainProblems } from "./explainProblems.ts";
import { FormFoot } from "./FormFoot.tsx";
import { Loading } from "./Loading.tsx";
import { OwnerField, useOwner } from "./owner.tsx";
import { Field, PlaceLink } from "./parts.tsx";
import { SiteForm } from "./SiteForm.tsx";
import { useSaving } from "./save.ts";
import { Code, SCRIPT_CODE, writeZone } from "./TagCode.tsx";
import { useTexts } from "./texts.ts";
import { ZoneForm } from "./ZoneForm.tsx";

/** Asked again this often while the page of the fourth step is waited for. */
const POLL_MS = 3_000;

const isHere = ({ deleted }: { deleted: boolean }) => !deleted;

/**
 * Whether a network has no zone or no campaign yet; once begun, up to the end of the four steps. Undefined while that is not
 * known.
 */
export function useWelcome(): boolean | undefined {
  const { account, navigation } = useData();
  const [zones, campaigns] = [useZones(), useCampaigns()];
  const [hasBegun, setBegun] = useState(false);
  const isNetwork = account.details.kind === "network";
  const isKnown = zones.shown !== undefined && campaigns.shown !== undefined;
  const isEmpty = isNetwork && isKnown && isBeginning(zones.shown?.data, campaigns.shown?.data);
  // What the last step leads to is out of it.
  const hasLeft = new URLSearchParams(navigation.search).has("campaign");
  useEffect(() => {
    if (isEmpty || hasLeft) setBegun(isEmpty && !hasLeft);
  }, [isEmpty, hasLeft]);
  if (isNetwork && !isKnown && !zones.error && !campaigns.error) return undefined;
  return (isEmpty || hasBegun) && !hasLeft;
}

/** At most the first of both, and not each of them. */
function isBeginning(zones: readonly unknown[] = [], campaigns: readonly unknown[] = []): boolean {
  return zones.length + campaigns.length < 2 && zones.length * campaigns.length === 0;
}

export function Welcome() {
  const { welcome: texts } = useTexts();
  const [sites, zones, campaigns] = [useSites(), useZones(), useCampaigns()];
  const all = [sites, zones, campaigns];
  if (!sites.shown || !zones.shown || !campaigns.shown) return <Loading answers={all} />;
  const site = sites.shown.data.find(isHere);
  const zone = zones.shown.data.find(isHere);
  const campaign = campaigns.shown.data.find(isHere);
  const at = [site, zone, campaign].indexOf(undefined);
  const step = at < 0 ? 3 : at;
  return (
    <>
      <header class="place-head">
        <div>
          <h2>{texts.title}</h2>
          <p class="hint">{texts.step(step + 1, texts.names.length)}</p>
        </div>
      </header>
      <ol class="steps">
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
      {step === 2 && zone && <FirstCampaign zone={zone} />}
      {step === 3 && zone && campaign && <FirstPage zone={zone} campaign={campaign} />}
    </>
  );
}

function FirstCampaign({ zone }: { zone: Shown<"zones"> }) {
  const words = useTexts();
  const { campaigns: texts } = words;
  const { management } = useData();
  const campaigns = useCampaigns();
  const owner = useOwner("advertiser");
  const saving = useSaving();
  const [draft, setDraft] = useState<Draft>({ ...NEW_DRAFT, price: "1.00" });
  const [isUploading, setUploading] = useState(false);
  const set = (changes: Partial<Draft>) => setDraft((last) => ({ ...last, ...changes }));
  const submit = async () => {
    const problems: Record<string, string> = checkDraft(draft);
    if (!owner.isReady) problems.account = "required";
    if (Object.keys(problems).length > 0) return saving.refuse(problems);
    const isDone = await saving.run(async () => {
      await management.campaigns.create(writeNew(draft, (await owner.find()) ?? 0, true));
    });
    if (isDone) campaigns.ask();
  };
  const problems = explainProblems(saving.problems, words);
  return (
    <form
      class="card form"
      aria-label={texts.add}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <OwnerField owner={owner} problem={problems.account} />
      <Field
        label={texts.name}
        value={draft.name}
        onInput={(name) => set({ name })}
        problem={problems.name}
        isRequired
      />
      <Creatives
        creatives={draft.creatives}
        onChange={(creatives) => set({ creatives })}
        problems={problems}
        only={zone.size}
        review="approved"
        canReview={false}
        onUploading={setUploading}
      />
      <FormFoot saving={saving} isNew isWaiting={isUploading} />
    </form>
  );
}

function FirstPage({ zone, campaign }: { zone: Shown<"zones">; campaign: Shown<"campaigns"> }) {
  const { welcome: texts, code } = useTexts();
  const { navigation } = useData();
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
      <div class="tag-code">
        <h3>{code.script}</h3>
        <Code text={SCRIPT_CODE} />
        <h3>{code.zone}</h3>
        <Code text={writeZone(zone)} />
      </div>
      <p class={isDone ? "welcome-done" : "hint"} role="status">
        {words}
      </p>
      <PlaceLink
        class={`button ${isDone ? "button-primary" : ""}`}
        to={`${CAMPAIGNS}&campaign=${campaign.id}`}
        go={navigation.go}
      >
        {texts.finish}
      </PlaceLink>
    </section>
  );
}
