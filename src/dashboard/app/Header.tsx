/** Header of every page: account, page links, side of the reports, settings, sign-out. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Role } from "../../protocol/statistics.ts";
import type { Settings } from "../account/settings.ts";
import { changeRole, type View } from "../reports/view.ts";
import { explainError } from "../texts/errors.ts";
import { useLocale } from "../texts/locale.ts";
import { Icon } from "../ui/Icon.tsx";
import { Link } from "../ui/Link.tsx";
import { Popover } from "../ui/Popover.tsx";
import icon from "./icon.svg";
import { agreesToLeave } from "./leaving.ts";
import { useRouter } from "./router.ts";
import { type Account, listRoles, nameAccount } from "./session.ts";
import type { Switch } from "./useAccount.ts";

interface HeaderProps {
  account: Account;
  settings: Settings;
  /** Side of the reports: publisher or advertiser. */
  side?: { view: View; go(view: View): void };
  onSettings(changes: Partial<Settings>): void;
  onSwitch: Switch;
  /** Rejects when that fails. */
  onSignOut(account: Account): Promise<void>;
}

export function Header({ account, settings, side, onSettings, onSwitch, onSignOut }: HeaderProps) {
  const { texts, nameTimezone } = useLocale();
  const { details } = account;
  const roles = listRoles(account);
  return (
    <header class="header">
      <div class="header-inner">
        <span class="wordmark">
          <img src={icon} width="24" height="24" alt="" /> zonetag
        </span>
        <p class="account">
          <b class="cut">{nameAccount(account)}</b>
          <small>
            {details.share ? texts.share.reading(details.share.name) : texts.header.account[details.kind]}
            {" · "}
            <span class="clock">{texts.header.clock(nameTimezone(details.timezone))}</span>
          </small>
        </p>
        {(details.user?.accounts.length ?? 0) > 1 && (
          <Popover
            title={texts.header.accounts}
            buttonClass="button button-plain"
            label={texts.header.switch}
          >
            {(popovers, close) => (
              <popovers.AccountSwitch account={account} onSwitch={onSwitch} onClose={close} />
            )}
          </Popover>
        )}
        <PageLinks />
        {side && roles.length > 1 && (
          <nav class="segmented sides" aria-label={texts.header.side}>
            {roles.map((role: Role) => (
              <button
                type="button"
                key={role}
                aria-pressed={role === side.view.role}
                onClick={() => role !== side.view.role && side.go(changeRole(side.view, role, details.kind))}
              >
                {texts.header.roles[role]}
              </button>
            ))}
          </nav>
        )}
        <SettingsButton account={account} settings={settings} onSettings={onSettings} />
        {!details.share && <SignOutButton account={account} onSignOut={onSignOut} />}
      </div>
    </header>
  );
}

function SignOutButton({ account, onSignOut }: Pick<HeaderProps, "account" | "onSignOut">) {
  const locale = useLocale();
  const [problem, setProblem] = useState("");
  const leave = () => {
    if (agreesToLeave()) onSignOut(account).catch((error) => setProblem(explainError(error, locale)));
  };
  return (
    <>
      <button type="button" class="button button-plain" onClick={leave}>
        <Icon name="out" />
        <span class="wide">{locale.texts.header.signOut}</span>
      </button>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

function PageLinks() {
  const { texts, formatCount } = useLocale();
  const { page, pages, link, go, counts } = useRouter();
  const nav = useRef<HTMLElement>(null);
  // Narrow screens scroll the links. Not by `scrollIntoView`, which would scroll the page, too.
  useLayoutEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>("[aria-current]");
    if (nav.current && current) nav.current.scrollLeft = current.offsetLeft - nav.current.clientWidth / 2;
  }, [page]);
  if (pages.length < 2) return null;
  return (
    <nav class="page-links" aria-label={texts.pages.title} ref={nav}>
      {pages.map((name) => (
        <Link
          key={name}
          to={link(name)}
          aria-current={name === page ? "page" : undefined}
          onFollow={() => (name !== page || name !== "statistics") && go(link(name))}
        >
          {texts.pages[name]}
          {counts[name] ? <span class="badge">{formatCount(counts[name])}</span> : null}
        </Link>
      ))}
    </nav>
  );
}

function SettingsButton(props: Pick<HeaderProps, "account" | "settings" | "onSettings">) {
  const { texts } = useLocale();
  return (
    <Popover
      title={texts.header.settings}
      align="end"
      buttonClass="button button-plain button-icon"
      icon="settings"
      label={<span class="visually-hidden">{texts.header.settings}</span>}
    >
      {(popovers) => <popovers.SettingsPopover {...props} />}
    </Popover>
  );
}
