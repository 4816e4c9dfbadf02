/** One step of a campaign's form. */
import { RIGHTS } from "../../protocol/management.ts";
import type { AccountKind } from "../../protocol/statistics.ts";
import { isOneOf } from "../../protocol/tables.ts";
import { Audience } from "./Audience.tsx";
import { Basics } from "./Basics.tsx";
import { Budget } from "./Budget.tsx";
import { Creatives } from "./Creatives.tsx";
import type { Step, StepProps } from "./campaignSteps.ts";
import { useData } from "./data.ts";
import { type Owner, OwnerField } from "./owner.tsx";
import { useTexts } from "./texts.ts";

interface CampaignStepProps extends Omit<StepProps, "may"> {
  step: Step;
  /** Whose a new one is; undefined where it is not new. */
  owner: Owner | undefined;
  onUploading(isUploading: boolean): void;
}

export function CampaignStep({ step, owner, onUploading, ...fields }: CampaignStepProps) {
  const { campaigns: texts } = useTexts();
  const { draft, set, problems } = fields;
  const { kind } = useData().account.details;
  const may = createRights(kind);
  return (
    <>
      {kind === "advertiser" && (step === "audience" || step === "basics") && (
        <p class="hint">{texts.limited}</p>
      )}
      <div class="step">
        {step === "basics" && (
          <>
            {owner && <OwnerField owner={owner} problem={problems.account} />}
            <Basics {...fields} may={may} />
          </>
        )}
        {step === "creatives" && (
          <Creatives
            creatives={draft.creatives}
            onChange={(creatives) => set({ creatives })}
            problems={problems}
            review={kind === "advertiser" ? "waiting" : "approved"}
            canReview={kind === "network"}
            onUploading={onUploading}
          />
        )}
        {step === "audience" && <Audience {...fields} isDisabled={!may("targeting")} />}
        {step === "budget" && <Budget {...fields} may={may} />}
      </div>
    </>
  );
}

function createRights(kind: AccountKind): StepProps["may"] {
  const rights = RIGHTS.campaigns[kind === "advertiser" ? "advertiser" : "network"].change;
  return (field) => isOneOf(rights, field);
}
