/** Suspends an account or ends that; says before what it stops. */
import type { CampaignState } from "../../protocol/management.ts";
import type { Shown } from "../../statistics/index.ts";
import { useActivity, useCampaigns, useSites, useZones } from "../app/managementData.ts";
import { usePeopleTexts } from "./peopleTexts.ts";

interface SuspendSwitchProps {
  account: Shown<"accounts">;
  onChange(suspended: boolean): void;
}

export function SuspendSwitch({ account, onChange }: SuspendSwitchProps) {
  const { accounts: texts } = usePeopleTexts();
  const { name, role, suspended = false } = account;
  const count = useStopped(account);
  const stops = role === "advertiser" ? texts.campaignsStop(count) : texts.zonesStop(count);
  const runs = role === "advertiser" ? texts.campaignsRun : texts.zonesRun;
  const consequence = suspended ? runs : `${stops} ${texts.readOnly}`;
  const question = suspended ? texts.endAsked(name) : texts.suspendAsked(name);
  return (
    <div class="field">
      <label class="choice">
        <input
          type="checkbox"
          checked={suspended}
          onChange={({ currentTarget }) => {
            const wanted = currentTarget.checked;
            // The switch shows the new state once it is stored.
            currentTarget.checked = suspended;
            if (confirm(`${consequence}\n${question}`)) onChange(wanted);
          }}
        />
        <span>{texts.suspended}</span>
      </label>
      <small>{suspended ? texts.whileSuspended(runs) : texts.whenSuspended(consequence)}</small>
    </div>
  );
}

/** States of campaigns that run, today or tomorrow. */
const RUNNING: readonly CampaignState[] = ["running", "unmatched", "spent"];

/** Counts the running campaigns of an advertiser, or the zones of a publisher. */
function useStopped({ id, role }: Shown<"accounts">): number {
  const [sites, zones, campaigns] = [useSites(), useZones(), useCampaigns()];
  const activity = useActivity();
  const isOwn = (entry: { account: number; deleted: boolean }) => entry.account === id && !entry.deleted;
  if (role === "advertiser") {
    const own = new Set(campaigns.shown?.data.filter(isOwn).map((campaign) => campaign.id));
    const isStopped = (each: { id: number; state: CampaignState }) =>
      own.has(each.id) && RUNNING.includes(each.state);
    return activity.shown?.data.campaigns.filter(isStopped).length ?? 0;
  }
  const own = new Set(sites.shown?.data.filter(isOwn).map((site) => site.id));
  return zones.shown?.data.filter(({ site, deleted }) => own.has(site) && !deleted).length ?? 0;
}
