/** Links to share: for users with an account, and for anyone; and reports by mail, also for viewers. */
import { useRef, useState } from "preact/hooks";
import type { Share, SharedPeriod } from "../../../protocol/account.ts";
import type { Statistics } from "../../../statistics/statistics.ts";
import { createLazy } from "../../app/createLazy.ts";
import { useDetails } from "../../app/dataFrom.ts";
import { type Account, listRoles, nameAccount } from "../../app/session.ts";
import { useLocale } from "../../texts/locale.ts";
import { SHARING_TEXTS } from "../../texts/sharing.ts";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { RemovableList } from "../../ui/RemovableList.tsx";
import { Secret } from "../../ui/Secret.tsx";
import { isGrouping } from "../groups.ts";
import { describeMailedReport } from "../mailedReport.ts";
import type { Page } from "../page.ts";
import { findToday } from "../period.ts";
import { findSharedPeriod, findViewSpan, listSharedFilters, type Moment } from "../requests.ts";
import { readView, writeView } from "../view.ts";
import { useShares } from "./useShares.ts";

interface SharePopoverProps extends Pick<Page, "view" | "moment"> {
  account: Account;
  client: Statistics;
}

export function SharePopover(props: SharePopoverProps) {
  const { view, moment } = props;
  const texts = useSharingTexts();
  const createLink = () => {
    const fixed = { ...view, period: findViewSpan(view, moment) };
    return new URL(writeView(fixed, moment.viewer.kind), location.href.split("#")[0]).href;
  };
  return (
    <div class="stack popover-content">
      <CopyButton label={texts.copy} createText={createLink} />
      <p class="hint">{texts.copyHint}</p>
      <ReportByMail {...props} />
      {props.account.details.access !== "viewer" && <SharedLinks {...props} />}
    </div>
  );
}

const useMailReport = createLazy(() => import("./MailReport.tsx"));

/** Empty for API tokens, for users without an e-mail address, and without a mail server. */
function ReportByMail({ view, moment, account, client }: SharePopoverProps) {
  const locale = useLocale();
  const details = useDetails(client);
  // The details stored since the sign-in do not know of a later confirmation.
  const { user } = details.shown?.data ?? account.details;
  const isOffered = Boolean(user?.canReceiveReports || user?.canConfirmEmail);
  const { module } = useMailReport(isOffered);
  if (!user || !isOffered) return null;
  if (!module) return <div class="mail-place" />;
  return (
    <module.MailReport
      report={describeMailedReport(view, moment)}
      days={locale.namePeriod(view.period)}
      groups={view.groupings.map((each) => locale.nameGrouping(each)).join(" · ")}
      client={client}
      user={user}
    />
  );
}

function useSharingTexts() {
  return SHARING_TEXTS[useLocale().language];
}

function SharedLinks({ view, moment, account, client }: SharePopoverProps) {
  const locale = useLocale();
  const texts = useSharingTexts();
  const describeLink = useDescribeLink(account, moment);
  const { links, created, problem, create, revoke } = useShares(client);
  const period = findSharedPeriod(view, moment);
  const submit = ({ isOnly, ...terms }: Terms, onCreated: () => void) => {
    const { compared = "off", ...days } = period;
    const shown = {
      role: view.role,
      view: writeView(isOnly ? { ...view, period: days, compare: compared } : view, moment.viewer.kind),
      filter: listSharedFilters(view, moment),
      exclude: view.excluded,
      timezone: moment.timezone,
    };
    create({ ...terms, ...shown, ...(isOnly && { period }) }, onCreated);
  };
  return (
    <>
      <LinkForm period={period} title={nameAccount(account)} onSubmit={submit} />
      <p class="problem" role="alert">
        {problem}
      </p>
      {created && (
        <div class="share-part">
          <Secret label={texts.created} copyLabel={texts.copyOpen} text={created} />
        </div>
      )}
      <RemovableList
        label={texts.list}
        items={links.map((link) => ({
          key: link.id,
          content: (
            <span>
              {link.name}
              <small>
                {describeLink(link)} ·{" "}
                {texts.until(locale.formatDate(findToday(Date.parse(link.expires_at), moment.timezone)))}
              </small>
            </span>
          ),
          remove: { label: texts.revokeLink(link.name), content: texts.revoke },
        }))}
        onRemove={revoke}
      />
    </>
  );
}

/** Returns the function that says what a link opens: its title, side, days and filters. */
function useDescribeLink(account: Account, { viewer }: Moment): (link: Share) => string {
  const locale = useLocale();
  const texts = useSharingTexts();
  const describeDays = ({ period, date_from: from, date_to: to }: Share) => {
    if (period?.compared)
      return texts.compared(locale.formatSpan(period), locale.formatSpan(period.compared));
    if (period) return locale.formatSpan(period);
    if (from && to) return locale.formatSpan({ from, to });
    if (from) return texts.onlyFrom(locale.formatDate(from));
    return to ? texts.onlyTo(locale.formatDate(to)) : texts.allDays;
  };
  return (link) => {
    const { view } = readView(link.view, { roles: [link.role], kind: viewer.kind });
    const filters = Object.keys({ ...view.filters, ...view.excluded });
    const names = filters.map((key) => (isGrouping(key) ? locale.nameGrouping(key) : key));
    const parts = [
      link.title,
      listRoles(account).length > 1 && locale.texts.header.roles[link.role],
      describeDays(link),
      names.length > 0 && texts.filtered(names.join(", ")),
    ];
    return parts.filter(Boolean).join(" · ");
  };
}

/** Days of validity to choose from. */
const LIVES = [7, 30, 90, 365];
const USUAL_LIFE = 30;

interface Terms {
  name: string;
  title: string;
  days: number;
  /** Whether the link opens only the days of the view. */
  isOnly: boolean;
}

interface LinkFormProps {
  period: SharedPeriod;
  /** Title before it is edited. */
  title: string;
  /** `onCreated` resets the form for the next link. */
  onSubmit(terms: Terms, onCreated: () => void): void;
}

function LinkForm({ period, title, onSubmit }: LinkFormProps) {
  const texts = useSharingTexts();
  const { formatSpan } = useLocale();
  const [isOnly, setOnly] = useState(true);
  const form = useRef<HTMLFormElement>(null);
  const clearName = () => {
    const name = form.current?.querySelector("input");
    if (name) name.value = "";
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const fields = new FormData(form.current ?? undefined);
    const read = (name: string) => String(fields.get(name)).trim();
    onSubmit(
      { name: read("name"), title: read("title") || title, days: Number(read("days")), isOnly },
      clearName,
    );
  };
  const { compared } = period;
  const onlyHint = compared && texts.comparedHint(formatSpan(compared));
  return (
    <form class="stack tight share-part" ref={form} onSubmit={submit}>
      <h2>{texts.open}</h2>
      <p class="hint">{texts.openHint}</p>
      <label class="field">
        <span>{texts.name}</span>
        <input name="name" maxLength={100} required />
      </label>
      <label class="field">
        <span>{texts.heading}</span>
        <input name="title" maxLength={100} defaultValue={title.slice(0, 100)} />
        <small>{texts.headingHint}</small>
      </label>
      <label class="field">
        <span>{texts.period}</span>
        <select
          value={isOnly ? "only" : "all"}
          onChange={({ currentTarget }) => setOnly(currentTarget.value === "only")}
        >
          <option value="only">{texts.only(formatSpan(period))}</option>
          <option value="all">{texts.all}</option>
        </select>
        <small>{isOnly ? onlyHint : texts.allHint}</small>
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
