/** Button that undoes a change, after a question where it would overwrite newer values or set several entries back. */
import type { Change } from "../../protocol/management.ts";
import { hasKey } from "../../protocol/tables.ts";
import { findAnswers } from "../app/answers.ts";
import { useData } from "../app/managementData.ts";
import { explainError, translate } from "../texts/errors.ts";
import { type Locale, useLocale } from "../texts/locale.ts";
import { useTexts } from "../texts/management.ts";
import type { ManagementTexts } from "../texts/managementEn.ts";
import { nameField } from "../ui/useForm.ts";
import { useSaving } from "../ui/useSaving.ts";
import type { PeopleTexts } from "./peopleEn.ts";
import { usePeopleTexts } from "./peopleTexts.ts";
import { type Plan, planUndo, sendUndo, type Undone } from "./undoChange.ts";

interface UndoButtonProps {
  change: Change;
  /** The change in words. */
  sentence: string;
  outcome: string;
  /** Says what came of it, also when nothing was done. */
  onDone(outcome: string): void;
}

export function UndoButton({ change, sentence, outcome: said, onDone }: UndoButtonProps) {
  const { changes: texts } = usePeopleTexts();
  const management = useTexts();
  const locale = useLocale();
  const data = useData();
  const saving = useSaving();
  const undo = async () => {
    let outcome = "";
    await saving.run(async () => {
      const plans = await planUndo(data.management, change);
      const question = writeQuestion(plans, texts, management, locale);
      if (question && !confirm(question)) return;
      const undone = await sendUndo(data.management, change, plans);
      outcome = writeOutcome(plans, undone, texts, locale);
    });
    // Lists and pages of the entries ask again when they are opened.
    for (const key of [change.kind, "activity"]) findAnswers(data.client).read(key).answeredAt = 0;
    onDone(outcome);
  };
  return (
    <>
      <button
        type="button"
        class="button"
        aria-label={texts.undoOf(sentence)}
        aria-disabled={saving.isBusy}
        onClick={() => void undo()}
      >
        {texts.undo}
      </button>
      <span role="status">{saving.message || said}</span>
    </>
  );
}

/** Empty where nothing has to be asked. */
function writeQuestion(
  plans: readonly Plan[],
  texts: PeopleTexts["changes"],
  { history, fields }: ManagementTexts,
  { formatCount, formatList }: Locale,
): string {
  const overwritten = new Set(plans.flatMap((plan) => plan.overwritten));
  const names = [...overwritten].map((path) => nameChanged(path, history.fields, fields));
  const count = plans.filter(({ patch }) => Object.keys(patch).length > 0).length;
  const parts = [
    count > 1 && texts.undoMany(formatCount(count)),
    names.length > 0 && texts.overwritten(formatList([...new Set(names)])),
  ];
  return parts.filter(Boolean).join("\n");
}

/** Names a field as the history does: `pricing.price` is a part of the price. */
function nameChanged(path: string, names: object, others: object): string {
  const parts = path.split(".");
  const paths = parts.map((_, at) => parts.slice(0, parts.length - at).join("."));
  const known = paths.find((each) => hasKey(names, each));
  return known ? nameField(known, names) : nameField(parts[0] ?? path, others);
}

/** Maximum entries that are named as not undone. */
const MOST_NAMED = 5;

function writeOutcome(
  plans: readonly Plan[],
  { count, failed }: Undone,
  texts: PeopleTexts["changes"],
  locale: Locale,
): string {
  const gone = plans.filter(({ version }) => version === undefined);
  const reasons = [
    ...gone.map(({ name }) => texts.notUndone(name, texts.gone)),
    ...failed.map(({ name, error, position }) => {
      const own = error.problems.find(({ keys }) => keys[0] === "ids" && Number(keys[1]) === position);
      return texts.notUndone(name, own ? translate(own, locale) : explainError(error, locale));
    }),
  ];
  if (count === 0 && reasons.length === 0) return texts.nothingToUndo;
  const more = reasons.length - MOST_NAMED;
  return [
    count > 0 && texts.undone(locale.formatCount(count)),
    ...reasons.slice(0, MOST_NAMED),
    more > 0 && texts.more(locale.formatCount(more)),
  ]
    .filter(Boolean)
    .join(" ");
}
