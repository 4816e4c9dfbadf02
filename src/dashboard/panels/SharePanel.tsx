/** A link for people with an account, and links that need none: made, listed, revoked. */
import { useEffect, useRef, useState } from "preact/hooks";
import { type Share, type Statistics, StatisticsError } from "../../statistics/statistics.ts";
import { CopyButton } from "../CopyButton.tsx";
import type { Page } from "../Dashboard.tsx";
import { explainError } from "../errors.ts";
import { useLocale } from "../locale.ts";
import { findViewSpan, listSharedFilters } from "../reports.ts";
import { createSharedLink } from "../session.ts";
import { writeView } from "../view.ts";
import { RemovableList } from "./RemovableList.tsx";

export interface SharePanelProps extends Pick<Page, "view" | "moment"> {
  client: Statistics;
}

export function SharePanel(props: SharePanelProps) {
  const { view, moment } = props;
  const { share: texts } = useLocale().texts;
  const createLink = () => {
    const fixed = { ...view, period: findViewSpan(view, moment) };
    return new URL(writeView(fixed, moment.viewer.kind), location.href.split("#")[0]).href;
  };
  return (
    <div class="form-panel">
      <CopyButton label={texts.copy} createText={createLink} />
      <p class="hint">{texts.copyHint}</p>
      <SharedLinks {...props} />
    </div>
  );
}

/** Days that a link is good for. */
const LIVES = [7, 30, 90, 365];
const USUAL_LIFE = 30;

function SharedLinks({ view, moment, client }: SharePanelProps) {
  const locale = useLocale();
  const { share: texts } = locale.texts;
  const [links, setLinks] = useState<Share[]>([]);
  const [created, setCreated] = useState("");
  const [problem, setProblem] = useState("");
  const form = useRef<HTMLFormElement>(null);
  const link = useRef<HTMLInputElement>(null);
  // Marked, and where it can be seen: it may be below what the panel shows.
  useEffect(() => link.current?.focus(), [created]);
  const isCreating = useRef(false);
  const attempt = async (action: () => Promise<void>) => {
    setProblem("");
    try {
      await action();
      setLinks(await client.shares.list());
    } catch (error) {
      setProblem(explainError(error, locale));
    }
  };
  useEffect(() => void attempt(async () => {}), []);

  const create = (event: SubmitEvent) => {
    event.preventDefault();
    // Two clicks are one link.
    if (isCreating.current) return;
    isCreating.current = true;
    const fields = new FormData(form.current ?? undefined);
    const work = async () => {
      const { token } = await client.shares.create({
        name: String(fields.get("name")),
        role: view.role,
        view: writeView(view, moment.viewer.kind),
        days: Number(fields.get("days")),
        filter: listSharedFilters(view, moment),
        exclude: view.excluded,
      });
      setCreated(createSharedLink(token));
      const name = form.current?.querySelector("input");
      if (name) name.value = "";
    };
    void attempt(work).finally(() => {
      isCreating.current = false;
    });
  };
  return (
    <>
      <form class="share-form" ref={form} onSubmit={create}>
        <h2>{texts.open}</h2>
        <p class="hint">{texts.openHint}</p>
        <label class="field">
          <span>{texts.name}</span>
          <input name="name" maxLength={100} required />
        </label>
        <label class="field">
          <span>{texts.life}</span>
          <select name="days">
            {LIVES.map((days) => (
              <option key={days} value={days} selected={days === USUAL_LIFE}>
                {texts.days(days)}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" class="button">
          {texts.create}
        </button>
      </form>
      <p class="problem" role="alert">
        {problem}
      </p>
      {created && (
        <div class="created">
          <label class="field">
            <span>{texts.created}</span>
            <input ref={link} readOnly value={created} onFocus={(event) => event.currentTarget.select()} />
          </label>
          <CopyButton label={texts.copyOpen} createText={() => created} />
        </div>
      )}
      <RemovableList
        label={texts.list}
        items={links.map(({ id, name, expires_at }) => ({
          key: id,
          content: (
            <span>
              {name}
              <small>{texts.until(locale.formatDate(expires_at.slice(0, 10)))}</small>
            </span>
          ),
          remove: { label: texts.revokeLink(name), content: texts.revoke },
        }))}
        onRemove={(id) => attempt(() => client.shares.revoke(id).catch(ignoreGone))}
      />
    </>
  );
}

/** A link that was revoked elsewhere is as good as revoked here. */
function ignoreGone(error: unknown): void {
  if (!(error instanceof StatisticsError) || error.code !== "not-found") throw error;
}
