/** Shows when the entered daily budget would have been spent yesterday. */
import type { Statistics } from "../../statistics/statistics.ts";
import { useLocale } from "../texts/locale.ts";
import { useCampaignUnfilled } from "./CampaignWhy.tsx";
import { findSpent } from "./forecast.ts";
import { useQuarterFormat, useWhyTexts } from "./useWhyTexts.ts";

interface BudgetForecastProps {
  client: Statistics;
  campaign: number;
  timezone: string;
  /** Undefined while none is entered. */
  amount: number | undefined;
  isEven: boolean;
}

export function BudgetForecast({ client, campaign, timezone, amount, isEven }: BudgetForecastProps) {
  const texts = useWhyTexts();
  const { formatValue } = useLocale();
  const formatQuarter = useQuarterFormat(timezone);
  const answer = useCampaignUnfilled(client, campaign);
  const spending = answer.shown?.data.spending;
  const isKnown = spending && spending.quarters.length > 0 && amount !== undefined;
  const spent = isKnown ? findSpent(spending, { amount, isEven }) : undefined;
  const money = formatValue(amount, "money");
  return (
    <p class="hint" role="status">
      {isKnown && (spent ? texts.spentAt(money, formatQuarter(spent)) : texts.notSpent(money))}
    </p>
  );
}
