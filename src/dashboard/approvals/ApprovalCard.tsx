/** Creative that waits for approval: its new version beside the approved one, and the decision. */
import { useEffect, useId, useState } from "preact/hooks";
import type { Approval, CreativeVersion } from "../../protocol/management.ts";
import { findProposal } from "../../protocol/proposals.ts";
import { Editing } from "../app/editing.tsx";
import { useGuard } from "../app/leaving.ts";
import { useData } from "../app/managementData.ts";
import { CAMPAIGNS } from "../app/router.ts";
import { CreativeImage, locateImage } from "../campaigns/CreativeImage.tsx";
import { useTexts } from "../texts/management.ts";
import { useMoment } from "../texts/moment.ts";
import { onFirstClick } from "../ui/clicks.ts";
import { Field } from "../ui/fields.tsx";
import { Link } from "../ui/Link.tsx";
import { useDraft } from "../ui/useDraft.ts";
import { useFocus } from "../ui/useFocus.ts";
import { useProblemFocus } from "../ui/useProblemFocus.ts";
import { useSaving } from "../ui/useSaving.ts";

interface ApprovalCardProps {
  approval: Approval;
  onDecided(outcome: string): void;
  onConflict(): void;
}

/** A new version is another decision: it has not been seen. */
export function ApprovalCard(props: ApprovalCardProps) {
  return <VersionCard key={findProposal(props.approval.creative)?.image} {...props} />;
}

function VersionCard({ approval, onDecided, onConflict }: ApprovalCardProps) {
  const { approvals: texts } = useTexts();
  const formatMoment = useMoment();
  const id = useId();
  const { account, campaign, creative } = approval;
  const proposal = findProposal(creative);
  const picture = usePicture(proposal?.image ?? "");
  if (!proposal) return null;
  const running = creative.review === "approved" ? creative : undefined;
  return (
    <section class="card form approval" aria-labelledby={id}>
      <header class="row loose card-head">
        <h2 id={id}>
          <Link to={`${CAMPAIGNS}&campaign=${campaign.id}`}>{campaign.name}</Link>
        </h2>
        <span class="hint">{[account.name, creative.name].filter(Boolean).join(" · ")}</span>
        <span class="state state-waiting">
          {proposal.sentAt ? texts.since(formatMoment(proposal.sentAt)) : texts.states.waiting}
        </span>
      </header>
      <div class="grid coarse">
        {running && <Version title={texts.running} version={running} />}
        <Version
          title={running ? texts.changed : texts.isNew}
          version={proposal}
          before={running}
          onSettled={picture.settle}
        />
      </div>
      <Editing>
        <Decision approval={approval} picture={picture} onDecided={onDecided} onConflict={onConflict} />
      </Editing>
    </section>
  );
}

/** Milliseconds after which an image that is still loading counts as blocked. */
const LATE_MS = 10_000;

type Picture = ReturnType<typeof usePicture>;

/** Whether the image to decide on was seen. An image of another host reports nothing, and counts as seen. */
function usePicture(image: string) {
  const isOwn = image.startsWith("/");
  const [state, setState] = useState<"loading" | "seen" | "missing">(isOwn ? "loading" : "seen");
  useEffect(() => {
    if (state !== "loading") return undefined;
    const timer = setTimeout(() => setState("missing"), LATE_MS);
    return () => clearTimeout(timer);
  }, [state]);
  return { image, state, settle: (isLoaded: boolean) => setState(isLoaded ? "seen" : "missing") };
}

interface VersionProps {
  title: string;
  version: CreativeVersion;
  onSettled?: (isLoaded: boolean) => void;
  /** Approved version, to mark the differences. */
  before?: CreativeVersion | undefined;
}

function Version({ title, version, before, onSettled }: VersionProps) {
  const [isMissing, setMissing] = useState(false);
  const settle = (isLoaded: boolean) => {
    setMissing(!isLoaded);
    onSettled?.(isLoaded);
  };
  const { approvals: texts, fields } = useTexts();
  const { image, size, url } = version;
  // Empty for an image of the service.
  const host = image.startsWith("/") ? "" : new URL(image).host;
  const name = (field: "image" | "size" | "url") => (
    <dt>
      <span>{fields[field]}</span>
      {before && before[field] !== version[field] && <span class="badge">{texts.differs}</span>}
    </dt>
  );
  return (
    <div class="version">
      <h3>{title}</h3>
      <dl>
        {name("image")}
        <dd>
          <CreativeImage image={image} size={size} alt={title} onSettled={settle} />
          {isMissing && <p class="problem">{texts.blocked}</p>}
          {host && <p class="hint">{texts.elsewhere(host)}</p>}
        </dd>
        {name("size")}
        <dd>{size}</dd>
        {name("url")}
        <dd>
          <a href={url} target="_blank" rel="noreferrer">
            {url}
          </a>
        </dd>
      </dl>
    </div>
  );
}

/** Approves or rejects the creative. The entered reason is a draft, which the tab remembers. */
function useDecision({ approval, onDecided, onConflict }: ApprovalCardProps) {
  const { approvals: texts, form } = useTexts();
  const { management } = useData();
  const saving = useSaving();
  const { campaign, creative } = approval;
  const { values, set, edits, discard } = useDraft(
    { reason: "" },
    `approvals ${creative.id} ${creative.version}`,
  );
  const { reason } = values;
  const [isRejecting, setRejecting] = useState(reason !== "");
  const release = useGuard(edits.reason !== undefined, form.leave, discard);
  const creatives = management.creatives(campaign.id);
  const decide = async (work: () => Promise<unknown>, outcome: string) => {
    const isDecided = await saving.run(
      async () => void (await work()),
      async () => {
        onConflict();
        return texts.conflict;
      },
    );
    if (!isDecided) return;
    discard();
    release();
    onDecided(outcome);
  };
  const approve = () => decide(() => creatives.approve(creative), texts.approved(campaign.name));
  const reject = () => {
    if (!reason.trim()) saving.refuse({ reason: form.required }, "");
    else void decide(() => creatives.reject(creative, reason), texts.rejected(campaign.name));
  };
  return {
    saving,
    reason,
    isRejecting,
    setReason: (typed: string) => set({ reason: typed }),
    /** Opens or closes the field for the reason. */
    toggle: () => {
      saving.clear();
      set({ reason: "" });
      setRejecting(!isRejecting);
    },
    submit: (event: SubmitEvent) => {
      event.preventDefault();
      if (isRejecting) reject();
      else void approve();
    },
  };
}

function Decision({ picture, ...props }: ApprovalCardProps & { picture: Picture }) {
  const [isUnseen, setUnseen] = useState(false);
  const { approvals: texts, form } = useTexts();
  const { saving, reason, isRejecting, setReason, toggle, submit } = useDecision(props);
  const frame = useProblemFocus(saving.problems);
  const isHeld = !isRejecting && !isUnseen && picture.state !== "seen";
  useFocus(() => isRejecting && frame.current?.querySelector("input"), [isRejecting]);
  return (
    <form class="stack tight start decision" ref={frame} noValidate onSubmit={submit}>
      {isRejecting && (
        <Field
          label={texts.reason}
          hint={texts.reasonHint}
          value={reason}
          onInput={setReason}
          problem={saving.problems.reason}
          isRequired
        />
      )}
      {isHeld && picture.state === "missing" && (
        <p class="row loose">
          <a href={locateImage(picture.image)} target="_blank" rel="noreferrer">
            {texts.openImage}
          </a>
          <button type="button" class="button button-plain" onClick={() => setUnseen(true)}>
            {texts.allowUnseen}
          </button>
        </p>
      )}
      <div class="row loose">
        <button
          type="submit"
          class="button button-primary"
          aria-disabled={saving.isBusy}
          disabled={isHeld}
          onClick={onFirstClick()}
        >
          {isRejecting ? texts.reject : isUnseen ? texts.approveUnseen : texts.approve}
        </button>
        <button type="button" class={`button ${isRejecting ? "button-plain end" : ""}`} onClick={toggle}>
          {isRejecting ? form.cancel : texts.startReject}
        </button>
      </div>
      <p class="problem" role="alert">
        {saving.message}
      </p>
    </form>
  );
}
