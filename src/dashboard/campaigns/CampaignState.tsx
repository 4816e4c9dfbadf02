/** State, pacing and progress of a campaign. */
import { type CampaignActivity, type CampaignProgress, LATE_SHARE } from "../../protocol/management.ts";
import type { Shown } from "../../statistics/index.ts";
import { useData } from "../app/managementData.ts";
import { TRY } from "../app/router.ts";
import { useLocale } from "../texts/locale.ts";
import { useTexts } from "../texts/management.ts";
import { Link } from "../ui/Link.tsx";
import { useHasOtherDays } from "./useUtcLabel.ts";

export function State({ activity: { state } }: { activity: CampaignActivity }) {
  const { campaigns: texts } = useTexts();
  const { account } = useData();
  return (
    <span class={`state state-${state}`}>
      {texts.states[state]}{" "}
      {state === "unmatched" && (
        <span class="hint">
          {texts.unmatchedHint} {account.details.kind === "network" && <Link to={TRY}>{texts.tryPage}</Link>}
        </span>
      )}
    </span>
  );
}

/** Today's cost, the used share of the daily maximum, and whether an evenly paced campaign is on schedule. */
export function Pacing({ campaign, activity }: { campaign: Shown<"campaigns">; activity: CampaignActivity }) {
  const { campaigns: texts } = useTexts();
  const { formatValue, formatCount } = useLocale();
  const { budget, caps, spread } = campaign;
  const money = (amount: number) => formatValue(amount, "money");
  const cost = Number(activity.cost_today);
  const [used, most, format] = budget.daily
    ? [cost, Number(budget.daily), money]
    : [activity.impressions_today, caps.daily ?? 0, formatCount];
  if (most === 0) return <>{money(cost)}</>;
  const day = activity.elapsed_today;
  const missing = most * day - used;
  const isBehind = missing > most * day * LATE_SHARE;
  return (
    <span class="pacing">
      {budget.daily ? texts.ofDaily(money(cost), money(most)) : money(cost)}
      <span class="bar" aria-hidden="true">
        <span style={{ width: `${Math.min(100, (100 * used) / most)}%` }} />
        {spread === "even" && <i style={{ insetInlineStart: `${day * 100}%` }} />}
      </span>
      {!budget.daily && <span class="hint">{texts.ofCap(formatCount(used), formatCount(most))}</span>}
      {spread === "even" && activity.state === "running" && (
        <span class="hint">{isBehind ? texts.behind(format(missing)) : texts.onTrack}</span>
      )}
    </span>
  );
}

interface ProgressProps {
  campaign: Shown<"campaigns">;
  progress: CampaignProgress;
}

/** What is delivered of the total and expected by now, and what the last day will reach at the current rate. */
export function Progress({ campaign: { budget, caps, to }, progress }: ProgressProps) {
  const { campaigns: texts } = useTexts();
  const hasOtherDays = useHasOtherDays();
  const { formatValue, formatCount, formatNearDate } = useLocale();
  const [total, format, describe] =
    progress.of === "budget"
      ? [Number(budget.total ?? 0), (amount: number) => formatValue(amount, "money"), texts.ofDaily]
      : [caps.total ?? 0, formatCount, texts.ofCap];
  // The campaign was changed after the progress was computed.
  if (to === undefined || !(total > 0)) return null;
  const lastDay = formatNearDate(to, new Date().toISOString());
  return (
    <span class="progress">
      {texts.progress(
        describe(format(total * progress.delivered), format(total)),
        format(total * progress.expected),
        formatCount(Math.floor(100 * progress.forecast)),
        hasOtherDays ? `${lastDay} (UTC)` : lastDay,
      )}
    </span>
  );
}
