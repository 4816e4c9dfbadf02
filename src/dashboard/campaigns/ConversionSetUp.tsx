/** Addresses and code by which an advertiser reports the conversions of a campaign. */
import { useState } from "preact/hooks";
import type { Creative, GoalSource } from "../../protocol/management.ts";
import type { Shown } from "../../statistics/index.ts";
import type { Answer } from "../app/answers.ts";
import { useDetails } from "../app/dataFrom.ts";
import { useAccounts, useData } from "../app/managementData.ts";
import { baseUrl } from "../app/session.ts";
import { Code } from "../inventory/TagCode.tsx";
import { linkTo } from "../objects/addresses.ts";
import { useLocale } from "../texts/locale.ts";
import { useTexts } from "../texts/management.ts";
import { Choice } from "../ui/fields.tsx";
import { Link } from "../ui/Link.tsx";
import { Loading } from "../ui/Loading.tsx";
import { ConversionTest } from "./ConversionTest.tsx";
import { writeLandingCode, writePostback, writeThanksCode } from "./conversionCode.ts";
import { hasClickId, listClickIdParameters } from "./landingMacros.ts";
import { StepLink } from "./StepLink.tsx";

export interface ConversionSetUpProps {
  campaign: Shown<"campaigns">;
  creatives: Answer<readonly Creative[]>;
}

export function ConversionSetUp({ campaign, creatives }: ConversionSetUpProps) {
  const goals = useGoals(campaign.account);
  if (!goals.shown || !creatives.shown) return <Loading answers={[goals.answer, creatives]} />;
  return <SetUp campaign={campaign} {...goals.shown} creatives={creatives.shown.data} />;
}

interface SetUpProps extends Goals {
  campaign: Shown<"campaigns">;
  creatives: readonly Creative[];
}

function SetUp({ campaign, goals, names, sources, creatives }: SetUpProps) {
  const { conversions: texts } = useTexts();
  const { formatDate } = useLocale();
  const reported = sources.filter((each) => each.source === "report");
  const [chosen, setChosen] = useState<number>();
  const goal = reported.find((each) => each.goal === chosen) ?? reported[0];
  if (!goal) return <NoGoal account={campaign.account} hasGoals={goals > 0} />;
  const active = creatives.filter((each) => each.active);
  const addresses = active.map(({ url }) => url);
  const nameGoal = (number: number) => names[number - 1] || texts.numbered(number);
  const parameters = listClickIdParameters(addresses);
  const parts = [
    [texts.server, texts.serverHint, writePostback(baseUrl, goal.goal)],
    [texts.landing, texts.landingHint, writeLandingCode(parameters)],
    [texts.thanks, texts.thanksHint, writeThanksCode(baseUrl, goal.goal)],
  ] as const;
  return (
    <div class="stack loose">
      {!addresses.some(hasClickId) && (
        <p>
          <b>{texts.noClickId}</b> <StepLink step="creatives">{texts.addClickId}</StepLink>
        </p>
      )}
      <div class="form fields">
        <div class="editable">
          <Choice
            label={texts.goal}
            value={String(goal.goal)}
            options={reported.map(({ goal: number }) => ({
              key: String(number),
              label: nameGoal(number),
            }))}
            onInput={(key) => setChosen(Number(key))}
          />
        </div>
      </div>
      <p class="hint">
        {texts.from(formatDate(goal.from))} {texts.days}
      </p>
      {parts.map(([title, hint, code]) => (
        <div class="stack tight" key={title}>
          <h3>{title}</h3>
          <p class="hint">{hint}</p>
          <Code text={code} />
        </div>
      ))}
      <ConversionTest key={campaign.id} campaign={campaign.id} creatives={active} nameGoal={nameGoal} />
    </div>
  );
}

interface Goals {
  goals: number;
  names: readonly string[];
  sources: readonly GoalSource[];
}

/** Finds the goals of the advertiser who owns the campaign; undefined until they are known. */
function useGoals(owner: number): { answer: Answer<unknown>; shown: Goals | undefined } {
  const { client, account } = useData();
  const details = useDetails(client);
  const accounts = useAccounts();
  if (account.details.id === owner) {
    const { goals = 0, goal_names: names = [], goal_sources: sources = [] } = details.shown?.data ?? {};
    return { answer: details, shown: details.shown && { goals, names, sources } };
  }
  const found = accounts.shown?.data.find(({ id }) => id === owner);
  const { goals = 0, goalNames: names = [], goalSources: sources = [] } = found ?? {};
  return { answer: accounts, shown: accounts.shown && { goals, names, sources } };
}

function NoGoal({ account, hasGoals }: { account: number; hasGoals: boolean }) {
  const { conversions: texts } = useTexts();
  const { kind } = useData().account.details;
  return (
    <p>
      {hasGoals ? texts.imported : texts.noGoals}{" "}
      {kind === "network" ? (
        <Link to={linkTo("advertiser_id", account)}>{texts.openGoals}</Link>
      ) : (
        texts.askNetwork
      )}
    </p>
  );
}
