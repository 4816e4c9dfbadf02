/** Signed out or signed in, in one language. */
import { useMemo } from "preact/hooks";
import { createLocale, LocaleContext } from "./locale.ts";
import { Shell } from "./Shell.tsx";
import { SignIn } from "./SignIn.tsx";
import { useAccount } from "./useAccount.ts";
import { useSettings } from "./useSettings.ts";

export function App() {
  const { settings, words, change } = useSettings();
  const { account, isOpening, ended, hasEntered, enter, leave } = useAccount();
  const locale = useMemo(
    () => words && createLocale(words, account?.details.currency ?? "USD", navigator.languages),
    [words, account?.details.currency],
  );
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
