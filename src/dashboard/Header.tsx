/** Whose account this is, its places, the side that is shown, and what a person can set for this browser. */
import type { Role } from "../protocol/statistics.ts";
import { Icon } from "./Icon.tsx";
import icon from "./icon.svg";
import { useLocale } from "./locale.ts";
import { followLink } from "./navigation.ts";
import { Popover } from "./Popover.tsx";
import type { PlaceNavigation } from "./place.ts";
import { type Account, listRoles } from "./session.ts";
import type { Settings } from "./settings.ts";
import { changeRole, type View } from "./view.ts";

export interface HeaderProps {
  account: Account;
  settings: Settings;
  navigation: PlaceNavigation;
  /** The side of the reports, and how to change it. */
  side?: { view: View; go(view: View): void };
  onSettings(changes: Partial<Settings>): void;
  onSignOut(): void;
}

export function Header({ account, settings, navigation, side, onSettings, onSignOut }: HeaderProps) {
  const { texts } = useLocale();
  const { details } = account;
  const roles = listRoles(account);
  return (
    <header class="header">
      <div class="header-inner">
        <span class="wordmark">
          <img src={icon} width="24" height="24" alt="" /> zonetag
        </span>
        <p class="account">
          <b>{details.name}</b>
          <small>
            {details.share ? texts.share.reading(details.share.name) : texts.header.account[details.kind]}
          </small>
        </p>
        {navigation.places.length > 1 && <Places navigation={navigation} />}
        {side && roles.length > 1 && (
          <nav class="segmented" aria-label={texts.header.side}>
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
        <SettingsButton settings={settings} onSettings={onSettings} />
        {!details.share && (
          <button type="button" class="button button-plain" onClick={onSignOut}>
            <Icon name="out" />
            <span>{texts.header.signOut}</span>
          </button>
        )}
      </div>
    </header>
  );
}

function Places({ navigation: { place, places, link, go } }: Pick<HeaderProps, "navigation">) {
  const { texts } = useLocale();
  return (
    <nav class="places" aria-label={texts.places.title}>
      {places.map((name) => (
        <a
          key={name}
          href={link(name)}
          aria-current={name === place ? "page" : undefined}
          onClick={(event) => followLink(event, () => name !== place && go(link(name)))}
        >
          {texts.places[name]}
        </a>
      ))}
    </nav>
  );
}

function SettingsButton({ settings, onSettings }: Pick<HeaderProps, "settings" | "onSettings">) {
  const { texts } = useLocale();
  return (
    <Popover
      title={texts.header.settings}
      align="end"
      buttonClass="button button-plain button-icon"
      label={
        <>
          <Icon name="settings" />
          <span class="visually-hidden">{texts.header.settings}</span>
        </>
      }
    >
      {(panels) => <panels.SettingsPanel {...{ settings, onSettings }} />}
    </Popover>
  );
}
