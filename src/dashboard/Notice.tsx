/** What stands in the way, at the foot of the page, where it moves nothing. */
import { useEffect, useState } from "preact/hooks";
import type { Statistics, Wait } from "../statistics/index.ts";
import type { Answer } from "./answers.ts";
import { Icon } from "./Icon.tsx";

export interface NoticeProps {
  wait: Wait | undefined;
  client: Statistics;
  answers: readonly Answer<unknown>[];
}

/** The area is always there: a screen reader hears only of changes in what it knows already. */
export function Notice(props: NoticeProps) {
  return (
    <div class="notice-area" role="status">
      <Trouble {...props} />
    </div>
  );
}

function Trouble({ wait, client, answers }: NoticeProps) {
  const seconds = useSecondsUntil(wait?.until ?? 0);
  const failed = answers.find(({ error }) => error);
  const busy = answers.some(({ loading }) => loading);
  if (wait && seconds > 0 && busy)
    return <Line text={textOf(wait, client)} rest={`Going on in ${seconds} s.`} />;
  if (!failed?.error) return null;
  const again = () => answers.filter(({ error }) => error).map((answer) => answer.ask());
  return (
    <Line text={failed.error.message} rest="">
      <button type="button" class="button" onClick={again}>
        Try again
      </button>
    </Line>
  );
}

function textOf({ reason, limit }: Wait, client: Statistics): string {
  if (reason === "retry") return "The service does not answer.";
  const { limit: requests } = client.limit(limit ?? "statistics");
  const what = limit === "overall" ? "requests" : "reports";
  return `The limit of ${requests} ${what} is reached.`;
}

function Line({ text, rest, children }: { text: string; rest: string; children?: preact.ComponentChildren }) {
  return (
    <div class="notice">
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
