/** One campaign: its state, what can be done with it, its settings, and who changed what. */
import type { Change } from "../../protocol/management.ts";
import type { Shown } from "../../statistics/index.ts";
import { Icon } from "../Icon.tsx";
import { useLocale } from "../locale.ts";
import { CampaignForm } from "./CampaignForm.tsx";
import { CAMPAIGNS, Pacing, State } from "./Campaigns.tsx";
import { onFirstClick } from "./clicks.ts";
import { useActivity, useCampaigns, useChanges, useCreatives, useData } from "./data.ts";
import { Loading } from "./Loading.tsx";
import { PlaceLink } from "./parts.tsx";
import { listDifferences, useSaving } from "./save.ts";
import { useTexts } from "./texts.ts";
import { nameField } from "./useEntry.ts";

const NOTHING = "–";

export function CampaignPage({ campaign }: { campaign: Shown<"campaigns"> }) {
  const { form } = useTexts();
  const { navigation } = useData();
  const creatives = useCreatives(campaign.id);
  const changes = useChanges(campaign.id);
  const all = useActivity();
  const activity = all.shown?.data.campaigns.find(({ id }) => id === campaign.id);
  return (
    <>
      <nav class="trail">
        <PlaceLink to={CAMPAIGNS} go={navigation.go}>
          <Icon name="left" />
          {form.back}
        </PlaceLink>
      </nav>
      <header class="place-head">
        <div>
          <h2>{campaign.name}</h2>
          {activity && (
            <p class="place-facts">
              <State activity={activity} />
              <Pacing campaign={campaign} activity={activity} />
            </p>
          )}
        </div>
        <Actions campaign={campaign} onChanged={() => [changes, all].map((answer) => answer.ask())} />
      </header>
      {creatives.shown ? (
        <CampaignForm
          campaign={campaign}
          creatives={creatives.shown.data}
          onSaved={() => [creatives, changes, all].map((answer) => answer.ask())}
        />
      ) : (
        <Loading answers={[creatives]} />
      )}
      {changes.shown && <Log changes={changes.shown.data} />}
    </>
  );
}

function Actions({ campaign, onChanged }: { campaign: Shown<"campaigns">; onChanged(): void }) {
  const { campaigns: texts, form } = useTexts();
  const { management, navigation, account } = useData();
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
    <div class="place-actions">
      <p class="problem" role="alert">
        {saving.message}
      </p>
      {!deleted && (
        <button
          type="button"
          class="button"
          disabled={saving.isBusy}
          onClick={onFirstClick(() => change({ active: !active }))}
        >
          {active ? texts.pause : texts.resume}
        </button>
      )}
      {account.details.kind === "network" && (
        <>
          <PlaceLink class="button" to={`${CAMPAIGNS}&new=1&copy=${id}`} go={navigation.go}>
            <Icon name="copy" />
            {texts.duplicate}
          </PlaceLink>
          <button
            type="button"
            class="button button-plain"
            disabled={saving.isBusy}
            onClick={onFirstClick(() => change({ deleted: !deleted }))}
          >
            {deleted ? form.restore : form.archive}
          </button>
        </>
      )}
    </div>
  );
}

function Log({ changes }: { changes: Change[] }) {
  const { campaigns: texts } = useTexts();
  const { tag } = useLocale();
  const time = new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeStyle: "short" });
  return (
    <section class="card campaign-log" aria-label={texts.log}>
      <h2>{texts.log}</h2>
      {changes.length === 0 && <p class="hint">{texts.noLog}</p>}
      <ul class="log">
        {changes.map((change) => (
          <li key={`${change.time} ${change.catalogue}`}>
            <span class="hint">{time.format(new Date(change.time))}</span> <b>{change.account.name}</b>{" "}
            {change.before ? `${texts.changed}:` : texts.made}
            {change.before && <Differences before={change.before} after={change.after} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Differences({ before, after }: { before: object; after: object }) {
  const { fields } = useTexts();
  const write = (entry: object, field: string) => describeValue(Reflect.get(entry, field), fields);
  return (
    <ul>
      {listDifferences(before, after).map((field) => (
        <li key={field}>
          {nameField(field, fields)}: <del>{write(before, field)}</del> → <ins>{write(after, field)}</ins>
        </li>
      ))}
    </ul>
  );
}

/** A value of the catalogue as text: lists by their members, objects by the fields that hold something. */
function describeValue(value: unknown, names: object): string {
  if (Array.isArray(value)) return value.map((each) => describeValue(each, names)).join(", ") || NOTHING;
  if (typeof value !== "object" || value === null) return value === undefined ? NOTHING : String(value);
  const parts = Object.entries(value).map(([field, part]) => [field, describeValue(part, names)] as const);
  const held = parts.filter(([, text]) => text !== NOTHING);
  return held.map(([field, text]) => `${nameField(field, names)} ${text}`).join("; ") || NOTHING;
}
