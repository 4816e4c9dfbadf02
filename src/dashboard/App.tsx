/** Signed out or signed in, in one language. */
import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import { createLocale, ENGLISH, type Language, LocaleContext, loadWords, type Words } from "./locale.ts";
import { Shell } from "./Shell.tsx";
import { SignIn } from "./SignIn.tsx";
import {
  type Account,
  openShare,
  readAccount,
  readSharedToken,
  watchAccount,
  writeAccount,
} from "./session.ts";
import { applySettings, readSettings, type Settings, writeSettings } from "./settings.ts";

export type Leave = (why: "ended" | "asked") => void;

export function App() {
  const [sharedToken] = useState(readSharedToken);
  const [account, setAccount] = useState(() => (sharedToken ? undefined : readAccount()));
  const [isOpening, setOpening] = useState(sharedToken !== undefined);
  const [settings, setSettings] = useState(readSettings);
  const [ended, setEnded] = useState<"session" | "link">();
  const [hasEntered, setEntered] = useState(false);
  const words = useWords(settings.language);
  const locale = useMemo(
    () => words && createLocale(words, account?.details.currency ?? "USD", navigator.languages),
    [words, account?.details.currency],
  );
  useEffect(() => applySettings(settings), [settings]);
  useEffect(() => {
    if (!sharedToken) return watchAccount(setAccount);
    openShare(sharedToken)
      .then(setAccount, () => setEnded("link"))
      .finally(() => setOpening(false));
  }, [sharedToken]);

  const enter = useCallback((next: Account) => {
    writeAccount(next);
    if (location.hash) history.replaceState(null, "", location.pathname + location.search);
    setEntered(true);
    setAccount(next);
  }, []);
  const leave = useCallback<Leave>(
    (why) => {
      // A shared link that has ended says nothing about the account of this browser.
      if (sharedToken) setEnded("link");
      else {
        writeAccount(undefined);
        // The next one to sign in may be somebody else, whom this view means nothing.
        if (why === "asked") history.replaceState(null, "", location.pathname);
        setEnded(why === "ended" ? "session" : undefined);
      }
      setAccount(undefined);
    },
    [sharedToken],
  );
  const change = useCallback((changes: Partial<Settings>) => {
    writeSettings(changes);
    setSettings((last) => ({ ...last, ...changes }));
  }, []);

  if (!locale) return null;
  return (
    <LocaleContext.Provider value={locale}>
      {account ? (
        <Shell
          key={account.token}
          account={account}
          settings={settings}
          onSettings={change}
          onLeave={leave}
          hasEntered={hasEntered}
        />
      ) : (
        !isOpening && <SignIn ended={ended} onSignedIn={enter} />
      )}
    </LocaleContext.Provider>
  );
}

/** Nothing until the first language is there; then the last one until the next is. */
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
