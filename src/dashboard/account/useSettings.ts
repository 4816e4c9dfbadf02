/** Applies the settings of this browser to the page, and loads the texts of its language. */
import { useCallback, useEffect, useState } from "preact/hooks";
import { ENGLISH, loadWords, useByLanguage } from "../texts/locale.ts";
import { applySettings, loadSettings, type Settings, writeSettings } from "./settings.ts";

export function useSettings() {
  const [settings, setSettings] = useState(loadSettings);
  const words = useByLanguage(settings.language, ENGLISH, loadWords);
  useEffect(() => applySettings(settings), [settings]);
  const change = useCallback((changes: Partial<Settings>) => {
    writeSettings(changes);
    setSettings((last) => ({ ...last, ...changes }));
  }, []);
  return { settings, words, change };
}
