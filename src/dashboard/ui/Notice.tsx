/** Notice at the bottom of the window, where it moves nothing. */
import { useEffect, useState } from "preact/hooks";
import type { Wait } from "../../statistics/index.ts";
import type { Progress } from "../app/answers.ts";
import { explainError } from "../texts/errors.ts";
import { useLocale } from "../texts/locale.ts";
import { Icon } from "./Icon.tsx";

interface NoticeProps {
  wait: Wait | undefined;
  answers: readonly Progress[];
}

/** Always rendered, because screen readers announce only changes of existing regions. */
export function Notice(props: NoticeProps) {
  return (
    <div role="status">
      <Trouble {...props} />
    </div>
  );
}

function Trouble({ wait, answers }: NoticeProps) {
  const locale = useLocale();
  const { errors, tryAgain } = locale.texts;
  const seconds = useSecondsUntil(wait?.until ?? 0);
  const failed = answers.filter(({ error }) => error);
  if (wait && seconds > 0 && answers.some(({ isLoading }) => isLoading)) {
    const text = wait.reason === "limit" ? errors.limit : errors.server;
    return <Line text={text} rest={errors.updating(seconds)} />;
  }
  const [first] = failed;
  if (!first?.error) return null;
  return (
    <Line text={explainError(first.error, locale)}>
      <button type="button" class="button" onClick={() => failed.map((answer) => answer.ask())}>
        {tryAgain}
      </button>
    </Line>
  );
}

interface LineProps {
  text: string;
  rest?: string;
  children?: preact.ComponentChildren;
}

function Line({ text, rest, children }: LineProps) {
  return (
    <div class="floating notice">
      <Icon name="warning" />
      <p>
        {text}
        {/* Read out once, not every second. */}
        {rest && <span aria-hidden="true"> {rest}</span>}
      </p>
      {children}
    </div>
  );
}

function useSecondsUntil(until: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= until) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [until]);
  return Math.max(0, Math.ceil((until - now) / 1000));
}
