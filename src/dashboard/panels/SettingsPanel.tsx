/** Language and theme. */
import { isLanguage, LANGUAGES, useLocale } from "../locale.ts";
import { type Settings, THEMES } from "../settings.ts";

export interface SettingsPanelProps {
  settings: Settings;
  onSettings(changes: Partial<Settings>): void;
}

export function SettingsPanel({ settings, onSettings }: SettingsPanelProps) {
  const { texts } = useLocale();
  return (
    <div class="form-panel">
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
          {THEMES.map((theme) => (
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
    </div>
  );
}
