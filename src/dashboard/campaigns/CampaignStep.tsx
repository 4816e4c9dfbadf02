/** One step of a campaign's form. */
import { RIGHTS } from "../../protocol/management.ts";
import type { AccountKind } from "../../protocol/statistics.ts";
import { isOneOf } from "../../protocol/tables.ts";
import { type Owner, OwnerField } from "../account/owner.tsx";
import { useData } from "../app/managementData.ts";
import { useTexts } from "../texts/management.ts";
import { Audience } from "./Audience.tsx";
import { Basics } from "./Basics.tsx";
import { Budget } from "./Budget.tsx";
import { Creatives } from "./Creatives.tsx";
import type { Seen } from "./campaignRequests.ts";
import type { Step, StepProps } from "./campaignSteps.ts";

interface CampaignStepProps extends Omit<StepProps, "may"> {
  step: Step;
  /** Owner of a new campaign; undefined for an existing one. */
  owner: Owner | undefined;
  onUploading(isUploading: boolean): void;
  /** Id of an existing campaign. */
  campaign: number | undefined;
  /** The creatives as they are saved. */
  saved: Seen["creatives"] | undefined;
  onWithdraw(id: number): void;
}

export function CampaignStep(props: CampaignStepProps) {
  const { step, owner, campaign, onUploading, saved, onWithdraw, ...fields } = props;
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
            saved={saved ?? []}
            onWithdraw={onWithdraw}
            onUploading={onUploading}
          />
        )}
        {step === "audience" && <Audience {...fields} isDisabled={!may("targeting")} />}
        {step === "budget" && <Budget {...fields} may={may} campaign={campaign} />}
      </div>
    </>
  );
}

function createRights(kind: AccountKind): StepProps["may"] {
  const rights = RIGHTS.campaigns[kind === "advertiser" ? "advertiser" : "network"].change;
  return (field) => isOneOf(rights, field);
}
