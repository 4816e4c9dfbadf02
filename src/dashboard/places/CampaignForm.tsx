/** A campaign in four steps, with what it would reach while one types: a new one, or the settings of one. */
import { useEffect, useRef, useState } from "preact/hooks";
import { RIGHTS } from "../../protocol/management.ts";
import { isOneOf } from "../../protocol/tables.ts";
import type { Shown } from "../../statistics/index.ts";
import { Audience } from "./Audience.tsx";
import { Creatives } from "./Creatives.tsx";
import { useCampaigns, useData } from "./data.ts";
import {
  checkDraft,
  type Draft,
  NEW_DRAFT,
  readCampaign,
  writeCreative,
  writeNew,
  writePatch,
} from "./draft.ts";
import { EstimateLine } from "./EstimateLine.tsx";
import { explainProblems } from "./explainProblems.ts";
import { FormFoot } from "./FormFoot.tsx";
import { OwnerField, useOwner } from "./owner.tsx";
import { bindFields, Choice, Field } from "./parts.tsx";
import { listDifferences, type Problems, useSaving } from "./save.ts";
import { useTexts } from "./texts.ts";
import { type Edits, useEdits } from "./useEdits.ts";
import { nameField } from "./useEntry.ts";

const STEPS = ["basics", "creatives", "audience", "budget"] as const;
type Step = (typeof STEPS)[number];

/** In which step a field stands, so that a problem leads there. */
const STEP_OF: Record<string, Step> = {
  ...{ name: "basics", account: "basics", price: "basics", pricing: "basics", from: "basics", to: "basics" },
  ...{
    creatives: "creatives",
    variations: "creatives",
    size: "creatives",
    image: "creatives",
    url: "creatives",
  },
  ...{ keywords: "audience", negativeKeywords: "audience", targeting: "audience", custom: "audience" },
};

interface CampaignFormProps {
  campaign?: Shown<"campaigns">;
  creatives?: Shown<"creatives">[];
  /** What a new one begins with. */
  start?: Draft | undefined;
  /** Whose a new one is. */
  owner?: number | undefined;
  onCancel?: () => void;
  onSaved(campaign: Shown<"campaigns">): void;
}

/** What was seen of the campaign: changes are made of this version. */
interface Seen {
  campaign: Shown<"campaigns">;
  creatives: Shown<"creatives">[];
}

export function CampaignForm(props: CampaignFormProps) {
  const { start, onCancel, onSaved } = props;
  const words = useTexts();
  const { campaigns: texts, form } = words;
  const { account } = useData();
  const [seen, setSeen] = useState<Seen | undefined>(
    props.campaign && { campaign: props.campaign, creatives: props.creatives ?? [] },
  );
  const base = seen ? readCampaign(seen.campaign, seen.creatives) : (start ?? NEW_DRAFT);
  const edited = useEdits<Draft>(base);
  useFollowing(props, Object.keys(edited.edits).length > 0, setSeen);
  const [step, setStep] = useState<Step>("basics");
  const [isUploading, setUploading] = useState(false);
  const owner = useOwner("advertiser", props.owner);
  const saving = useSave(seen, setSeen, edited, owner, start !== undefined);
  const { values, set } = edited;
  const { kind } = account.details;
  const rights = RIGHTS.campaigns[kind === "advertiser" ? "advertiser" : "network"].change;
  const may = (field: string) => isOneOf(rights, field);
  const at = STEPS.indexOf(step);
  const firstProblem = Object.keys(saving.problems)[0];
  useEffect(() => {
    if (firstProblem) setStep(STEP_OF[firstProblem.split(".")[0] ?? ""] ?? "budget");
  }, [firstProblem]);
  const heading = useRef<HTMLHeadingElement>(null);
  const open = (next: Step) => {
    setStep(next);
    heading.current?.focus();
  };
  const isLast = at === STEPS.length - 1;
  const back = () => open(STEPS[at - 1] ?? "basics");
  const problems = explainProblems(saving.problems, words);
  const shared = { draft: values, set, problems, may };
  const title = seen ? values.name : texts.add;
  return (
    <form
      class="card form campaign-form"
      aria-label={title}
      noValidate
      onSubmit={async (event) => {
        event.preventDefault();
        if (!seen && !isLast) return open(STEPS[at + 1] ?? "budget");
        const saved = await saving.save();
        if (saved) onSaved(saved);
      }}
    >
      <nav class="steps" aria-label={texts.steps}>
        {STEPS.map((each, index) => (
          <button
            type="button"
            key={each}
            aria-current={each === step ? "step" : undefined}
            onClick={() => setStep(each)}
          >
            <b>{index + 1}</b> {texts.step[each]}
          </button>
        ))}
      </nav>
      <h2 ref={heading} tabIndex={-1}>
        {texts.step[step]}
      </h2>
      {kind === "advertiser" && (step === "audience" || step === "basics") && (
        <p class="hint">{texts.limited}</p>
      )}
      <div class="step">
        {step === "basics" && (
          <>
            {!seen && (
              <OwnerField
                owner={owner}
                label={texts.advertiser}
                newLabel={texts.newAdvertiser}
                nameLabel={texts.advertiserName}
                problem={problems.account}
              />
            )}
            <Basics {...shared} />
          </>
        )}
        {step === "creatives" && (
          <Creatives
            creatives={values.creatives}
            onChange={(creatives) => set({ creatives })}
            problems={problems}
            review={kind === "advertiser" ? "waiting" : "approved"}
            canReview={kind === "network"}
            onUploading={setUploading}
          />
        )}
        {step === "audience" && (
          <Audience draft={values} set={set} problems={problems} isDisabled={!may("targeting")} />
        )}
        {step === "budget" && <Budget {...shared} />}
      </div>
      <EstimateLine draft={values} account={seen?.campaign.account ?? (Number(owner.key) || undefined)} />
      {seen || isLast ? (
        <FormFoot
          saving={saving}
          isNew={!seen}
          isWaiting={isUploading}
          onCancel={onCancel}
          onBack={seen ? undefined : back}
        />
      ) : (
        <div class="form-foot">
          <button type="submit" class="button button-primary">
            {form.next}
          </button>
          {at > 0 && (
            <button type="button" class="button" onClick={back}>
              {form.back}
            </button>
          )}
          <button type="button" class="button button-plain" onClick={onCancel}>
            {form.cancel}
          </button>
        </div>
      )}
    </form>
  );
}

/** Pausing or archiving above does not come between what was entered and its saving; what others did does. */
const HARMLESS: readonly string[] = ["active", "deleted"];

function useFollowing(
  { campaign, creatives }: CampaignFormProps,
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
  owner: ReturnType<typeof useOwner>,
  isCopy: boolean,
) {
  const { management } = useData();
  const { form, fields: names } = useTexts();
  const campaigns = useCampaigns();
  const saving = useSaving();

  const load = async (id: number): Promise<Seen> => ({
    campaign: await management.campaigns.get(id),
    creatives: (await management.creatives(id).list()).entries,
  });
  const saveCreatives = async ({ campaign, creatives }: Seen) => {
    const own = management.creatives(campaign.id);
    for (const creative of values.creatives) {
      const before = creatives.find(({ id }) => id === creative.id);
      if (!before) await own.create(writeCreative(creative));
      else {
        const { url, active, review } = creative;
        const changes = {
          ...(url !== before.url && { url }),
          ...(active !== before.active && { active }),
          ...(review !== before.review && { review }),
        };
        if (Object.keys(changes).length > 0) await own.change(before, changes);
      }
    }
  };
  const save = async (): Promise<Shown<"campaigns"> | undefined> => {
    const problems: Record<string, string> = checkDraft(values);
    if (!seen && !owner.isReady) problems.account = "required";
    if (Object.keys(problems).length > 0) {
      saving.refuse(problems);
      return undefined;
    }
    let saved: Seen | undefined;
    const work = async () => {
      if (!seen) {
        const account = (await owner.find()) ?? 0;
        const made = await management.campaigns.create(writeNew(values, account, !isCopy));
        saved = await load(made.id);
        return;
      }
      const patch = writePatch(edits, values, readCampaign(seen.campaign, seen.creatives));
      if (Object.keys(patch).length > 0) await management.campaigns.change(seen.campaign, patch);
      if (edits.creatives) await saveCreatives(seen);
      saved = await load(seen.campaign.id);
    };
    const onConflict = async () => {
      if (!seen) return form.unchanged;
      const fresh = await load(seen.campaign.id);
      const fields = listDifferences(seen.campaign, fresh.campaign);
      setSeen(fresh);
      campaigns.ask();
      return fields.length > 0
        ? form.conflict(fields.map((field) => describeTheirs(field, fresh.campaign, edits)).join(", "))
        : form.unchanged;
    };
    const describeTheirs = (field: string, theirs: Shown<"campaigns">, mine: Partial<Draft>) => {
      const label = nameField(field, names);
      const isBoth = field === "name" && mine.name !== undefined;
      return isBoth ? `${label} (${form.theirs(theirs.name)})` : label;
    };
    if (!(await saving.run(work, onConflict)) || !saved) return undefined;
    setSeen(saved);
    forget(values);
    campaigns.ask();
    return saved.campaign;
  };
  return { ...saving, save };
}

interface PartProps {
  draft: Draft;
  set(changes: Partial<Draft>): void;
  problems: Problems;
  may(field: string): boolean;
}

function Basics({ draft, set, problems, may }: PartProps) {
  const { campaigns: texts } = useTexts();
  const input = bindFields<"name" | "price" | "from" | "to">(draft, problems, set);
  return (
    <>
      <Field label={texts.name} isRequired {...input("name")} />
      <div class="pair">
        <Choice
          label={texts.pricing}
          value={draft.model}
          options={(["cpm", "cpc"] as const).map((key) => ({ key, label: texts.models[key] }))}
          onInput={(model) => set({ model: model === "cpc" ? "cpc" : "cpm" })}
          isDisabled={!may("pricing")}
        />
        <Field
          label={texts.price}
          inputMode="decimal"
          isRequired
          isDisabled={!may("pricing")}
          {...input("price")}
        />
        <Field label={texts.from} type="date" hint={texts.utc} isDisabled={!may("from")} {...input("from")} />
        <Field label={texts.to} type="date" isDisabled={!may("to")} {...input("to")} />
      </div>
    </>
  );
}

type BudgetField = "daily" | "total" | "dailyCap" | "totalCap" | "priority" | "weight";

function Budget({ draft, set, problems, may }: PartProps) {
  const { campaigns: texts } = useTexts();
  const input = bindFields<BudgetField>(draft, problems, set);
  return (
    <>
      <div class="pair pair-even">
        <Field label={texts.daily} inputMode="decimal" {...input("daily")} />
        <Field label={texts.total} inputMode="decimal" {...input("total")} />
        <Field label={texts.dailyCap} inputMode="numeric" {...input("dailyCap")} />
        <Field label={texts.totalCap} inputMode="numeric" {...input("totalCap")} />
      </div>
      {may("spread") && (
        <label class="choice">
          <input
            type="checkbox"
            checked={draft.spread === "even"}
            onChange={({ currentTarget }) => set({ spread: currentTarget.checked ? "even" : "asap" })}
          />
          <span>{texts.even}</span>
        </label>
      )}
      <div class="pair pair-even">
        <Field
          label={texts.priority}
          hint={texts.priorityHint}
          isDisabled={!may("priority")}
          {...input("priority")}
        />
        <Field
          label={texts.weight}
          hint={texts.weightHint}
          inputMode="numeric"
          isDisabled={!may("weight")}
          {...input("weight")}
        />
      </div>
    </>
  );
}
