/** Who sees a campaign: keywords, and what else is targeted, picked from what there is. */
import { Chips } from "./Chips.tsx";
import { CustomKeys } from "./CustomKeys.tsx";
import { useData } from "./data.ts";
import type { Draft, ListTargeting } from "./draft.ts";
import { ShownAt } from "./ShownAt.tsx";
import type { Problems } from "./save.ts";
import { type TargetingOptions, useTargetingOptions } from "./targetingOptions.ts";
import { useTexts } from "./texts.ts";

interface AudienceProps {
  draft: Draft;
  set(changes: Partial<Draft>): void;
  problems: Problems;
  isDisabled: boolean;
}

export function Audience({ draft, set, problems, isDisabled }: AudienceProps) {
  const { campaigns: texts } = useTexts();
  const options = useTargetingOptions();
  return (
    <>
      <Chips
        label={texts.keywords}
        hint={texts.keywordsHint}
        values={draft.keywords}
        problem={findProblem(problems, "keywords")}
        onChange={(keywords) => set({ keywords })}
        isDisabled={isDisabled}
      />
      <Chips
        label={texts.negative}
        values={draft.negativeKeywords}
        problem={findProblem(problems, "negativeKeywords")}
        onChange={(negativeKeywords) => set({ negativeKeywords })}
        isDisabled={isDisabled}
      />
      <TargetingLists {...{ draft, set, problems, isDisabled, options }} />
      <CustomKeys
        keys={draft.custom}
        onChange={(custom) => set({ custom })}
        problems={problems}
        isDisabled={isDisabled}
      />
      <ShownAt times={draft.times} onChange={(times) => set({ times })} isDisabled={isDisabled} />
    </>
  );
}

const BY_NAME = ["countries", "languages", "deviceTypes", "operatingSystems", "browsers"] as const;
const BY_ID = ["sites", "zones", "categories", "regions"] as const;

interface TargetingListsProps extends AudienceProps {
  options: TargetingOptions;
}

function TargetingLists({ draft: { targeting }, set, problems, isDisabled, options }: TargetingListsProps) {
  const { campaigns: texts } = useTexts();
  const { account } = useData();
  const target = (changes: Partial<ListTargeting>) => set({ targeting: { ...targeting, ...changes } });
  const describe = (name: keyof ListTargeting) => ({
    label: texts.targeting[name],
    options: options[name],
    problem: findProblem(problems, `targeting.${name}`),
    isDisabled,
  });
  const byId = account.details.kind === "network" ? BY_ID.filter((name) => options[name].length > 0) : [];
  return (
    <div class="pair">
      {BY_NAME.map((name) => (
        <Chips
          key={name}
          {...describe(name)}
          values={targeting[name]}
          onChange={(values) => target({ [name]: values })}
        />
      ))}
      {byId.map((name) => (
        <Chips
          key={name}
          {...describe(name)}
          values={targeting[name].map(String)}
          onChange={(values) => target({ [name]: values.map(Number) })}
        />
      ))}
    </div>
  );
}

/** What is wrong with a field, or with a part of it: `targeting.countries.0`. */
function findProblem(problems: Problems, field: string): string | undefined {
  const key = Object.keys(problems).find((each) => each === field || each.startsWith(`${field}.`));
  return key === undefined ? undefined : problems[key];
}
