/** Signed out or signed in, in one language. */
import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import { Dashboard } from "./Dashboard.tsx";
import { createLocale, LocaleContext } from "./locale.ts";
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
  const locale = useMemo(
    () => createLocale(settings.language, account?.details.currency ?? "USD", navigator.languages),
    [settings.language, account?.details.currency],
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

  return (
    <LocaleContext.Provider value={locale}>
      {account ? (
        <Dashboard
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
