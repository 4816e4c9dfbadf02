/** Goals of an advertiser: added and renamed by the network, never removed, because their conversions keep their numbers. */
import { MAX_GOALS } from "../../protocol/statistics.ts";
import { RowsField } from "../campaigns/RowsField.tsx";
import { useTexts } from "../texts/management.ts";
import { Choice, Field } from "../ui/fields.tsx";
import type { Problems } from "../ui/useSaving.ts";
import { type GoalRow, moveGoalProblems, needsName } from "./goalRows.ts";

interface GoalsFieldProps {
  goals: GoalRow[];
  /** Number of goals that are saved. */
  saved: number;
  /** Today, UTC. */
  today: string;
  problems: Problems;
  onChange(goals: GoalRow[]): void;
}

export function GoalsField({ goals, saved, today, problems: found, onChange }: GoalsFieldProps) {
  const { conversions: texts, campaigns } = useTexts();
  const problems = moveGoalProblems(found, goals);
  const sources = [
    { key: "import", label: texts.sources.import },
    { key: "report", label: texts.sources.report },
  ];
  return (
    <RowsField
      label={texts.goals}
      hint={texts.goalsHint}
      problem={problems.goals ?? problems.goalNames ?? problems.goalSources}
      rows={goals}
      onChange={onChange}
      isDisabled={false}
      rowClass="goal"
      add={texts.addGoal}
      empty={{ name: "", source: "report", from: today }}
      most={MAX_GOALS}
      fixed={saved}
      nameRow={({ name }, at) => name || texts.numbered(at + 1)}
    >
      {({ name, source, from }, at, change) => (
        <>
          <Field
            label={`${texts.numbered(at + 1)}: ${campaigns.name}`}
            placeholder={texts.numbered(at + 1)}
            isRequired={needsName(goals, at)}
            value={name}
            problem={problems[`goals.${at}.name`]}
            onInput={(next) => change({ name: next })}
          />
          <Choice
            label={`${texts.numbered(at + 1)}: ${texts.source}`}
            value={source}
            problem={problems[`goals.${at}.source`]}
            options={sources}
            onInput={(key) =>
              change(key === "report" ? { source: key, from: from || today } : { source: "import" })
            }
          />
          {source === "report" && (
            <Field
              label={`${texts.numbered(at + 1)}: ${texts.firstDay}`}
              type="date"
              isRequired
              value={from}
              problem={problems[`goals.${at}.from`]}
              onInput={(next) => change({ from: next })}
            />
          )}
        </>
      )}
    </RowsField>
  );
}
