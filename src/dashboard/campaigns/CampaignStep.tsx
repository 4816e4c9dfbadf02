/** One step of a campaign's form. */
import { RIGHTS } from "../../protocol/management.ts";
import type { AccountKind } from "../../protocol/statistics.ts";
import { isOneOf } from "../../protocol/tables.ts";
import { type Owner, OwnerField } from "../account/owner.tsx";
import { useAccounts, useData } from "../app/managementData.ts";
import { useTexts } from "../texts/management.ts";
import { Audience } from "./Audience.tsx";
import { Basics } from "./Basics.tsx";
import { Budget } from "./Budget.tsx";
import { Creatives } from "./Creatives.tsx";
import { FIELDS, type Step, type StepProps } from "./campaignFields.ts";
import type { Seen } from "./campaignRequests.ts";
import { findCurrency, listOtherCurrencies } from "./currencies.ts";

interface CampaignStepProps extends Omit<StepProps, "may" | "currency"> {
  step: Step;
  /** Id of the advertiser; undefined for a new one. */
  account: number | undefined;
  /** Owner of a new campaign; undefined for an existing one. */
  owner: Owner | undefined;
  onUploading(isUploading: boolean): void;
  /** Id of an existing campaign. */
  campaign: number | undefined;
  /** Creatives as last saved. */
  creatives: Seen["creatives"] | undefined;
  onWithdraw(id: number): void;
}

export function CampaignStep(props: CampaignStepProps) {
  const { step, account, owner, campaign, onUploading, creatives, onWithdraw, ...fields } = props;
  const { campaigns: texts } = useTexts();
  const { values, set, problems, notes } = fields;
  const { kind } = useData().account.details;
  const may = createRights(kind);
  const { currency, others } = useCurrencies(account, owner?.readCurrency(values));
  return (
    <>
      {kind === "advertiser" && (step === "audience" || step === "basics") && (
        <p class="hint">{texts.limited}</p>
      )}
      {others && (step === "basics" || step === "budget") && (
        <p class="hint">{texts.otherCurrencies(currency, others)}</p>
      )}
      <div class="stack loose">
        {step === "basics" && (
          <div class="grid coarse">
            {owner && <OwnerField owner={owner} values={values} set={set} problems={problems} />}
            <Basics {...fields} may={may} currency={currency} />
          </div>
        )}
        {step === "creatives" && (
          <Creatives
            creatives={values.creatives}
            onChange={(update) => set(({ creatives }) => ({ creatives: update(creatives) }))}
            problems={problems}
            notes={notes}
            saved={creatives ?? []}
            onWithdraw={onWithdraw}
            onUploading={onUploading}
          />
        )}
        {step === "audience" && <Audience {...fields} isDisabled={!may("targeting")} />}
        {step === "budget" && <Budget {...fields} may={may} currency={currency} campaign={campaign} />}
      </div>
    </>
  );
}

/**
 * Currency of a campaign's amounts, and other ones of publishers that the user knows; empty without any. `chosen`: the
 * currency of a new campaign's advertiser.
 */
function useCurrencies(
  advertiser: number | undefined,
  chosen: string | undefined,
): { currency: string; others: string } {
  const { details } = useData().account;
  const accounts = useAccounts().shown?.data ?? [];
  const currency = chosen ?? findCurrency(accounts, advertiser, details);
  return { currency, others: listOtherCurrencies(accounts, currency).join(", ") };
}

function createRights(kind: AccountKind): StepProps["may"] {
  const rights = RIGHTS.campaigns[kind === "advertiser" ? "advertiser" : "network"].change;
  return (name) => isOneOf(rights, (FIELDS[name].path ?? name).split(".")[0]);
}
