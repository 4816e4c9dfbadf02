/** Language, theme, and links to the pages of the user, of the account's people and of changes. */
import { listKeys } from "../../protocol/tables.ts";
import { CHANGES, PEOPLE, SETTINGS } from "../app/router.ts";
import type { Account } from "../app/session.ts";
import { isLanguage, LANGUAGES, useLocale } from "../texts/locale.ts";
import { Link } from "../ui/Link.tsx";
import type { Settings } from "./settings.ts";

interface SettingsPopoverProps {
  account: Account;
  settings: Settings;
  onSettings(changes: Partial<Settings>): void;
}

export function SettingsPopover({ account, settings, onSettings }: SettingsPopoverProps) {
  const { texts } = useLocale();
  return (
    <div class="stack popover-content">
      <label class="field">
        <span>{texts.header.language}</span>
        <select
          value={settings.language}
          onChange={({ currentTarget: { value } }) => isLanguage(value) && onSettings({ language: value })}
        >
          {Object.entries(LANGUAGES).map(([name, language]) => (
            <option key={name} value={name} lang={name}>
              {language}
            </option>
          ))}
        </select>
      </label>
      <fieldset class="field">
        <legend>{texts.header.theme}</legend>
        <div class="segmented">
          {listKeys(texts.header.themes).map((theme) => (
            <button
              type="button"
              key={theme}
              aria-pressed={settings.theme === theme}
              onClick={() => onSettings({ theme })}
            >
              {texts.header.themes[theme]}
            </button>
          ))}
        </div>
      </fieldset>
      {account.details.user && <Link to={SETTINGS}>{texts.pages.settings}</Link>}
      {account.details.user && account.details.access === "owner" && (
        <Link to={PEOPLE}>{texts.pages.people}</Link>
      )}
      {!account.details.share && <Link to={CHANGES}>{texts.pages.changes}</Link>}
    </div>
  );
}
