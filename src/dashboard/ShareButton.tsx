/** Ways to hand a view on: to people with an account, and by links that need none. */
import { useEffect, useRef, useState } from "preact/hooks";
import { type Share, type Statistics, StatisticsError } from "../statistics/statistics.ts";
import { CopyButton } from "./CopyButton.tsx";
import type { Page } from "./Dashboard.tsx";
import { explainError } from "./errors.ts";
import { Icon } from "./Icon.tsx";
import { useLocale } from "./locale.ts";
import { Popover } from "./Popover.tsx";
import { findViewSpan, listSharedFilters } from "./reports.ts";
import { createSharedLink } from "./session.ts";
import { writeView } from "./view.ts";

export interface ShareButtonProps extends Pick<Page, "view" | "moment"> {
  client: Statistics;
}

export function ShareButton(props: ShareButtonProps) {
  const { view, moment } = props;
  const { share: texts } = useLocale().texts;
  const createLink = () => {
    const fixed = { ...view, period: findViewSpan(view, moment) };
    return new URL(writeView(fixed, moment.viewer.kind), location.href.split("#")[0]).href;
  };
  return (
    <Popover
      title={texts.title}
      align="end"
      label={
        <>
          <Icon name="link" />
          <span>{texts.button}</span>
        </>
      }
    >
      {() => (
        <div class="form-panel">
          <CopyButton label={texts.copy} createText={createLink} />
          <p class="hint">{texts.copyHint}</p>
          <SharedLinks {...props} />
        </div>
      )}
    </Popover>
  );
}

/** Days that a link is good for. */
const LIVES = [7, 30, 90, 365];
const USUAL_LIFE = 30;

function SharedLinks({ view, moment, client }: ShareButtonProps) {
  const locale = useLocale();
  const { share: texts } = locale.texts;
  const [links, setLinks] = useState<Share[]>([]);
  const [created, setCreated] = useState("");
  const [problem, setProblem] = useState("");
  const form = useRef<HTMLFormElement>(null);
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
    const fields = new FormData(form.current ?? undefined);
    void attempt(async () => {
      const { token } = await client.shares.create({
        name: String(fields.get("name")),
        role: view.role,
        view: writeView(view, moment.viewer.kind),
        days: Number(fields.get("days")),
        filter: listSharedFilters(view, moment),
        exclude: view.excluded,
      });
      setCreated(createSharedLink(token));
      form.current?.reset();
    });
  };
  const revoke = (id: string) => {
    // The button goes with its link.
    form.current?.querySelector("input")?.focus();
    void attempt(() => client.shares.revoke(id).catch(ignoreGone));
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
            <input readOnly value={created} onFocus={(event) => event.currentTarget.select()} />
          </label>
          <CopyButton label={texts.copyOpen} createText={() => created} />
        </div>
      )}
      {links.length > 0 && (
        <ul class="saved" aria-label={texts.list}>
          {links.map(({ id, name, expires_at }) => (
            <li key={id}>
              <span>
                {name}
                <small>{texts.until(locale.formatDate(expires_at.slice(0, 10)))}</small>
              </span>
              <button
                type="button"
                class="button button-plain"
                aria-label={texts.revokeLink(name)}
                onClick={() => revoke(id)}
              >
                {texts.revoke}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** A link that was revoked elsewhere is as good as revoked here. */
function ignoreGone(error: unknown): void {
  if (!(error instanceof StatisticsError) || error.code !== "not-found") throw error;
}
