/** A link for people with an account, and links that need none: made, listed, revoked. */
import { useEffect, useRef } from "preact/hooks";
import type { Statistics } from "../../statistics/statistics.ts";
import { CopyButton } from "../CopyButton.tsx";
import type { Page } from "../Dashboard.tsx";
import { useLocale } from "../locale.ts";
import { findViewSpan, listSharedFilters } from "../reports.ts";
import { writeView } from "../view.ts";
import { RemovableList } from "./RemovableList.tsx";
import { useShares } from "./useShares.ts";

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

function SharedLinks({ view, moment, client }: SharePanelProps) {
  const locale = useLocale();
  const { share: texts } = locale.texts;
  const { links, created, problem, create, revoke } = useShares(client);
  const shown = {
    ...{ role: view.role, view: writeView(view, moment.viewer.kind) },
    ...{ filter: listSharedFilters(view, moment), exclude: view.excluded },
  };
  return (
    <>
      <LinkForm onSubmit={(terms, onCreated) => create({ ...terms, ...shown }, onCreated)} />
      <p class="problem" role="alert">
        {problem}
      </p>
      {created && <CreatedLink link={created} />}
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
        onRemove={revoke}
      />
    </>
  );
}

/** Days that a link is good for. */
const LIVES = [7, 30, 90, 365];
const USUAL_LIFE = 30;

interface LinkFormProps {
  /** `onCreated` makes room for the next link. */
  onSubmit(terms: { name: string; days: number }, onCreated: () => void): void;
}

function LinkForm({ onSubmit }: LinkFormProps) {
  const { share: texts } = useLocale().texts;
  const form = useRef<HTMLFormElement>(null);
  const clearName = () => {
    const name = form.current?.querySelector("input");
    if (name) name.value = "";
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const fields = new FormData(form.current ?? undefined);
    onSubmit({ name: String(fields.get("name")), days: Number(fields.get("days")) }, clearName);
  };
  return (
    <form class="share-form" ref={form} onSubmit={submit}>
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
  );
}

function CreatedLink({ link }: { link: string }) {
  const { share: texts } = useLocale().texts;
  const field = useRef<HTMLInputElement>(null);
  // Marked, and where it can be seen: it may be below what the panel shows.
  useEffect(() => field.current?.focus(), [link]);
  return (
    <div class="created">
      <label class="field">
        <span>{texts.created}</span>
        <input ref={field} readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <CopyButton label={texts.copyOpen} createText={() => link} />
    </div>
  );
}
