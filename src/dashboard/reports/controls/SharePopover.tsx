/** Links to share: for users with an account, and for anyone. */
import { useRef } from "preact/hooks";
import type { Statistics } from "../../../statistics/statistics.ts";
import { useLocale } from "../../texts/locale.ts";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { RemovableList } from "../../ui/RemovableList.tsx";
import { useFocus } from "../../ui/useFocus.ts";
import type { Page } from "../page.ts";
import { findToday } from "../period.ts";
import { findViewSpan, listSharedFilters } from "../requests.ts";
import { writeView } from "../view.ts";
import { useShares } from "./useShares.ts";

interface SharePopoverProps extends Pick<Page, "view" | "moment"> {
  client: Statistics;
}

export function SharePopover(props: SharePopoverProps) {
  const { view, moment } = props;
  const { share: texts } = useLocale().texts;
  const createLink = () => {
    const fixed = { ...view, period: findViewSpan(view, moment) };
    return new URL(writeView(fixed, moment.viewer.kind), location.href.split("#")[0]).href;
  };
  return (
    <div class="stack popover-content">
      <CopyButton label={texts.copy} createText={createLink} />
      <p class="hint">{texts.copyHint}</p>
      <SharedLinks {...props} />
    </div>
  );
}

function SharedLinks({ view, moment, client }: SharePopoverProps) {
  const locale = useLocale();
  const { share: texts } = locale.texts;
  const { links, created, problem, create, revoke } = useShares(client);
  const shown = {
    role: view.role,
    view: writeView(view, moment.viewer.kind),
    filter: listSharedFilters(view, moment),
    exclude: view.excluded,
    timezone: moment.timezone,
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
              <small>
                {texts.until(locale.formatDate(findToday(Date.parse(expires_at), moment.timezone)))}
              </small>
            </span>
          ),
          remove: { label: texts.revokeLink(name), content: texts.revoke },
        }))}
        onRemove={revoke}
      />
    </>
  );
}

/** Days of validity to choose from. */
const LIVES = [7, 30, 90, 365];
const USUAL_LIFE = 30;

interface LinkFormProps {
  /** `onCreated` resets the form for the next link. */
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
    <form class="stack tight share-part" ref={form} onSubmit={submit}>
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
  // Selects the link and scrolls it into view.
  useFocus(() => field.current, [link]);
  return (
    <div class="stack tight share-part">
      <label class="field">
        <span>{texts.created}</span>
        <input ref={field} readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <CopyButton label={texts.copyOpen} createText={() => link} />
    </div>
  );
}
