/** Approval state of a creative: waiting since, reason of a rejection, and the version that runs meanwhile. */
import type { Creative } from "../../protocol/management.ts";
import { findProposal } from "../../protocol/proposals.ts";
import { useData } from "../app/managementData.ts";
import { APPROVALS } from "../app/router.ts";
import { useTexts } from "../texts/management.ts";
import { useMoment } from "../texts/moment.ts";
import { onFirstClick } from "../ui/clicks.ts";
import { Link } from "../ui/Link.tsx";

export function CreativeReview({ creative, onWithdraw }: { creative: Creative; onWithdraw(): void }) {
  const { approvals: texts } = useTexts();
  const formatMoment = useMoment();
  const { kind } = useData().account.details;
  const proposal = findProposal(creative);
  if (!proposal) return null;
  const { review, sentAt, reason } = proposal;
  const isWaiting = review === "waiting";
  const mayWithdraw = kind === "advertiser" && (isWaiting || creative.pending !== undefined);
  return (
    <div class="stack tight start panel">
      <p>
        <span class={`state state-${isWaiting ? "waiting" : "rejected"}`}>
          {isWaiting && sentAt ? texts.since(formatMoment(sentAt)) : texts.states[review]}
        </span>
      </p>
      {reason && <p>{reason}</p>}
      {creative.review === "approved" && (
        <p class="hint">
          {texts.stillRunning} {creative.url}
        </p>
      )}
      {kind === "network" && isWaiting && (
        <Link class="button" to={APPROVALS}>
          {texts.open}
        </Link>
      )}
      {mayWithdraw && (
        <button type="button" class="button" onClick={onFirstClick(onWithdraw)}>
          {texts.withdraw}
        </button>
      )}
    </div>
  );
}
