/** State and pacing of a campaign today. */
import type { CampaignActivity } from "../../protocol/management.ts";
import type { Shown } from "../../statistics/index.ts";
import { useData } from "../app/managementData.ts";
import { TRY } from "../app/router.ts";
import { useLocale } from "../texts/locale.ts";
import { useTexts } from "../texts/management.ts";
import { Link } from "../ui/Link.tsx";

export function State({ activity: { state } }: { activity: CampaignActivity }) {
  const { campaigns: texts } = useTexts();
  const { account } = useData();
  return (
    <span class={`state state-${state}`} title={state === "unmatched" ? texts.unmatchedHint : undefined}>
      {texts.states[state]}
      {state === "unmatched" && account.details.kind === "network" && (
        <>
          {" · "}
          <Link to={TRY}>{texts.tryPage}</Link>
        </>
      )}
    </span>
  );
}

const DAY_MS = 86_400_000;

/** Spent or shown today of the daily maximum, and how much of the day is over. */
export function Pacing({ campaign, activity }: { campaign: Shown<"campaigns">; activity: CampaignActivity }) {
  const { campaigns: texts } = useTexts();
  const { formatValue, formatCount } = useLocale();
  const { budget, caps, spread } = campaign;
  const cost = Number(activity.cost_today);
  const money = (amount: number) => formatValue(amount, "money");
  const part = budget.daily
    ? { share: cost / Number(budget.daily), text: texts.ofDaily(money(cost), money(Number(budget.daily))) }
    : caps.daily
      ? {
          share: activity.impressions_today / caps.daily,
          text: texts.ofDaily(formatCount(activity.impressions_today), formatCount(caps.daily)),
        }
      : undefined;
  if (!part) return <>{texts.spentToday(money(cost))}</>;
  const day = (Date.now() % DAY_MS) / DAY_MS;
  const isBehind = part.share < day * 0.9;
  const words = isBehind ? texts.behind : texts.onTrack;
  return (
    <span class="pacing">
      {part.text}
      <span class="bar" aria-hidden="true">
        <span style={{ width: `${Math.min(100, part.share * 100)}%` }} />
        {spread === "even" && <i style={{ insetInlineStart: `${day * 100}%` }} />}
      </span>
      {spread === "even" && activity.state === "running" && <span class="hint">{words}</span>}
    </span>
  );
}
