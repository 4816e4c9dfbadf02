/** Inbox of a network: creatives that wait for its approval. */
import { useRef, useState } from "preact/hooks";
import type { Approval } from "../../protocol/management.ts";
import { useApprovals, useData } from "../app/managementData.ts";
import { useWaitingCount } from "../app/waiting.ts";
import { useTexts } from "../texts/management.ts";
import { Loading } from "../ui/Loading.tsx";
import { useSteady } from "../ui/useSteady.ts";
import { ApprovalCard } from "./ApprovalCard.tsx";

export function Approvals() {
  const { approvals: texts } = useTexts();
  const { client, account } = useData();
  const [inbox, waiting] = [useApprovals(), useWaitingCount(client, account)];
  const [outcome, setOutcome] = useState("");
  const [conflict, setConflict] = useState<Approval>();
  const shown = useSteady(inbox.shown, [inbox]);
  const summary = useRef<HTMLParagraphElement>(null);
  if (!shown) return <Loading answers={[inbox]} />;
  const { count, entries } = shown.data;
  const refresh = () => {
    inbox.ask();
    waiting.ask({ isQuiet: true });
  };
  const onDecided = (words: string) => {
    setOutcome(words);
    setConflict(undefined);
    // The button is removed with its card, and would lose the focus.
    summary.current?.focus();
    refresh();
  };
  const onConflict = (approval: Approval) => {
    setOutcome("");
    setConflict(approval);
    refresh();
  };
  const isGone =
    conflict && !inbox.isLoading && !entries.some(({ creative }) => creative.id === conflict.creative.id);
  return (
    <>
      <p ref={summary} tabIndex={-1} role="status">
        {outcome && <b>{outcome} </b>}
        {isGone && <b>{texts.gone(conflict.campaign.name)} </b>}
        {texts.waiting(count)}
        {count > entries.length && ` ${texts.first(entries.length)}`}
      </p>
      {entries.map((approval) => (
        <ApprovalCard
          key={`${approval.campaign.id} ${approval.creative.id}`}
          approval={approval}
          onDecided={onDecided}
          onConflict={() => onConflict(approval)}
        />
      ))}
    </>
  );
}
