/** Settings of this browser: language and theme. */
import { chooseLanguage, isLanguage, type Language } from "../texts/locale.ts";

const THEMES = ["system", "light", "dark"] as const;
type Theme = (typeof THEMES)[number];

export interface Settings {
  language: Language;
  theme: Theme;
}

const KEY = "zonetag.dashboard.settings";

export function loadSettings(): Settings {
  const { language, theme } = loadStored();
  return {
    language:
      typeof language === "string" && isLanguage(language) ? language : chooseLanguage(navigator.languages),
    theme: THEMES.find((name) => name === theme) ?? "system",
  };
}

function loadStored(): { language?: unknown; theme?: unknown } {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof stored === "object" && stored !== null ? stored : {};
  } catch {
    return {};
  }
}

export function writeSettings(changes: Partial<Settings>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...loadStored(), ...changes }));
  } catch {
    // Without storage the choice lasts until a reload.
  }
}

export function applySettings({ language, theme }: Settings): void {
  document.documentElement.lang = language;
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
