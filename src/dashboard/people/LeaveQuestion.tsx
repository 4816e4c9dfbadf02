/** Asks before a user is removed or gets another role, and which of the user's API tokens and links end, too. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { MadeAccess } from "../../protocol/account.ts";
import type { AccountUser, UserRole } from "../../protocol/people.ts";
import { useLocale } from "../texts/locale.ts";
import { usePeopleTexts } from "./peopleTexts.ts";

export interface Leaving {
  user: AccountUser;
  /** New role; absent for a removal. */
  role?: UserRole;
  /** Whether the new role has more rights. */
  isRaise: boolean;
  made: MadeAccess;
}

interface LeaveQuestionProps {
  leaving: Leaving;
  onAnswer(ended: { tokens: boolean; shares: boolean } | undefined): void;
}

const KINDS = ["tokens", "shares"] as const;

export function LeaveQuestion({ leaving: { user, role, isRaise, made }, onAnswer }: LeaveQuestionProps) {
  const { ended: texts, users } = usePeopleTexts();
  const { formatCount, formatList } = useLocale();
  const [isEnded, setEnded] = useState({ tokens: false, shares: false });
  const question = useRef<HTMLFieldSetElement>(null);
  useLayoutEffect(() => {
    const opener = document.activeElement;
    question.current?.querySelector<HTMLElement>(".button")?.focus();
    return () => {
      if (opener instanceof HTMLElement && question.current?.contains(document.activeElement)) opener.focus();
    };
  }, []);
  const kinds = KINDS.filter((kind) => made[kind].length > 0);
  return (
    <fieldset class="stack tight question" ref={question}>
      <legend>
        {role ? (isRaise ? texts.raise : texts.lower)(user.name, users.roles[role]) : texts.remove(user.name)}
      </legend>
      {kinds.length > 0 && <p>{texts.made(user.name)}</p>}
      {kinds.map((kind) => (
        <label class="row" key={kind}>
          <input
            type="checkbox"
            checked={isEnded[kind]}
            onChange={({ currentTarget }) => setEnded({ ...isEnded, [kind]: currentTarget.checked })}
          />
          {texts[kind](formatCount(made[kind].length), formatList(made[kind].map(({ name }) => name)))}
        </label>
      ))}
      <div class="row">
        <button type="button" class="button button-primary" onClick={() => onAnswer(isEnded)}>
          {role ? texts.lowerNow : texts.removeNow}
        </button>
        <button type="button" class="button" onClick={() => onAnswer(undefined)}>
          {texts.cancel}
        </button>
      </div>
    </fieldset>
  );
}
