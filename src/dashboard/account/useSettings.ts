/** Applies the settings of this browser to the page, and loads the texts of its language. */
import { useCallback, useEffect, useState } from "preact/hooks";
import { ENGLISH, type Language, loadWords, type Words } from "../texts/locale.ts";
import { applySettings, readSettings, type Settings, writeSettings } from "./settings.ts";

export function useSettings() {
  const [settings, setSettings] = useState(readSettings);
  const words = useWords(settings.language);
  useEffect(() => applySettings(settings), [settings]);
  const change = useCallback((changes: Partial<Settings>) => {
    writeSettings(changes);
    setSettings((last) => ({ ...last, ...changes }));
  }, []);
  return { settings, words, change };
}

/** Undefined until the first language is loaded, then the previous one until the next is. */
function useWords(language: Language): Words | undefined {
  const [words, setWords] = useState(language === "en" ? ENGLISH : undefined);
  useEffect(() => {
    let isLatest = true;
    void loadWords(language).then((loaded) => isLatest && setWords(loaded));
    return () => {
      isLatest = false;
    };
  }, [language]);
  return words;
}
