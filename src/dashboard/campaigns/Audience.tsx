/** Audience of a campaign: keywords, targeting, custom keys and hours. */
import type { ComponentChildren } from "preact";
import { listKeys } from "../../protocol/tables.ts";
import { TARGETING, type TargetingLists, type TargetingName } from "../../protocol/targeting.ts";
import { useData } from "../app/managementData.ts";
import { useTexts } from "../texts/management.ts";
import { Chips } from "../ui/Chips.tsx";
import { areMissing, Loading } from "../ui/Loading.tsx";
import type { Problems } from "../ui/useSaving.ts";
import { CustomKeys } from "./CustomKeys.tsx";
import type { CampaignValues } from "./campaignValues.ts";
import { ShownAt } from "./ShownAt.tsx";
import { useTargetingAnswers, useTargetingOptions } from "./targetingOptions.ts";

interface AudienceProps {
  values: CampaignValues;
  set(changes: Partial<CampaignValues>): void;
  problems: Problems;
  isDisabled: boolean;
}

/** Shows the fields once the names of their options are there. Until then, a screen is reserved above the buttons. */
export function AudienceLoaded({ children }: { children: ComponentChildren }) {
  const answers = useTargetingAnswers();
  if (!areMissing(answers)) return <>{children}</>;
  return (
    <div class="fields-wait">
      <Loading answers={answers} />
    </div>
  );
}

export function Audience({ values, set, problems, isDisabled }: AudienceProps) {
  const { campaigns: texts } = useTexts();
  return (
    <>
      <Chips
        label={texts.keywords}
        hint={texts.keywordsHint}
        values={values.keywords}
        problem={findProblem(problems, "keywords")}
        onChange={(keywords) => set({ keywords })}
        isDisabled={isDisabled}
      />
      <Chips
        label={texts.negative}
        values={values.negativeKeywords}
        problem={findProblem(problems, "negativeKeywords")}
        onChange={(negativeKeywords) => set({ negativeKeywords })}
        isDisabled={isDisabled}
      />
      <Dimensions values={values} set={set} problems={problems} isDisabled={isDisabled} />
      <CustomKeys
        keys={values.custom}
        onChange={(custom) => set({ custom })}
        problems={problems}
        isDisabled={isDisabled}
      />
      <ShownAt times={values.times} onChange={(times) => set({ times })} isDisabled={isDisabled} />
    </>
  );
}

/** One field per targeting dimension. Only networks target by id. */
function Dimensions({ values: { targeting }, set, problems, isDisabled }: AudienceProps) {
  const { campaigns: texts } = useTexts();
  const { account } = useData();
  const options = useTargetingOptions();
  const isNetwork = account.details.kind === "network";
  const isById = (name: TargetingName) => TARGETING[name].values === "ids";
  const isShown = (name: TargetingName) => !isById(name) || (isNetwork && options[name]?.length !== 0);
  const change = (name: TargetingName, values: string[]) => {
    const changes: Partial<TargetingLists> = { [name]: isById(name) ? values.map(Number) : values };
    set({ targeting: { ...targeting, ...changes } });
  };
  return (
    <div class="grid">
      {listKeys(TARGETING)
        .filter(isShown)
        .map((name) => (
          <Chips
            key={name}
            label={texts.targeting[name]}
            options={options[name]}
            problem={findProblem(problems, `targeting.${name}`)}
            isDisabled={isDisabled}
            values={targeting[name].map(String)}
            onChange={(values) => change(name, values)}
          />
        ))}
    </div>
  );
}

/** Finds the problem of a field, or of a part of it such as `targeting.countries.0`. */
function findProblem(problems: Problems, field: string): string | undefined {
  const key = Object.keys(problems).find((each) => each === field || each.startsWith(`${field}.`));
  return key === undefined ? undefined : problems[key];
}
