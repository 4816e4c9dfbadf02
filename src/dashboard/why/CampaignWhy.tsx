/** Requests that a campaign missed yesterday and today because of one of its limits. */
import type { ComponentChildren } from "preact";
import type { Campaign, CampaignUnfilled } from "../../protocol/management.ts";
import type { Statistics } from "../../statistics/statistics.ts";
import { requestCampaignUnfilled } from "../../statistics/unfilled.ts";
import { type Answer, usePageAnswer } from "../app/answers.ts";
import { useLocale } from "../texts/locale.ts";
import { useQuarterFormat, useWhyTexts } from "./useWhyTexts.ts";

interface CampaignWhyProps {
  client: Statistics;
  campaign: { id: number } & Pick<Campaign, "budget">;
  /** Time zone of the account. */
  timezone: string;
  /** Links words to the campaign's budget. */
  link(words: string): ComponentChildren;
}

export function useCampaignUnfilled(client: Statistics, id: number): Answer<CampaignUnfilled> {
  return usePageAnswer(client, `unfilled campaign ${id}`, (signal) =>
    requestCampaignUnfilled(client, id, { signal }),
  );
}

export function CampaignWhy({ client, campaign: { id, budget }, timezone, link }: CampaignWhyProps) {
  const texts = useWhyTexts();
  const { formatCount } = useLocale();
  const formatQuarter = useQuarterFormat(timezone);
  const answer = useCampaignUnfilled(client, id);
  const missed = listMissed(answer.shown?.data.days ?? []);
  if (missed.length === 0) return null;
  const isDaily = budget.daily !== undefined && budget.total === undefined;
  return (
    <section class="card" aria-label={texts.title}>
      <h2>{texts.title}</h2>
      <ul class="stack tight">
        {missed.map(({ day, reason, requests, first }) => (
          <li key={`${day} ${reason}`}>
            {texts.missed(
              texts.days[day],
              formatCount(requests),
              reason === "budget" && isDaily ? texts.dailyBudget : texts.limits[reason],
              formatQuarter(first),
            )}{" "}
            {link(texts.raise[reason])}
          </li>
        ))}
      </ul>
      <p class="hint">{texts.notIncluded}</p>
    </section>
  );
}

/** Lists the days, the last complete one first. */
function listMissed([yesterday, today]: CampaignUnfilled["days"]) {
  const name = (found: typeof today, day: "today" | "yesterday") =>
    (found?.reasons ?? []).map((reason) => ({ ...reason, day }));
  return [...name(today, "today"), ...name(yesterday, "yesterday")];
}
