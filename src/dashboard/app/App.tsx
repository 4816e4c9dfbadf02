/** The dashboard, signed out or signed in, in one language. */
import { useMemo, useState } from "preact/hooks";
import { SignIn, SignInOver, type SignInProps } from "../account/SignIn.tsx";
import { useSettings } from "../account/useSettings.ts";
import { createLocale, LocaleContext } from "../texts/locale.ts";
import { LoadFailed } from "../ui/LoadFailed.tsx";
import { useManagementPages } from "./lazy.ts";
import { usePopovers } from "./lazyPopovers.ts";
import { Shell } from "./Shell.tsx";
import { type Account, nameUser } from "./session.ts";
import { type Switch, useAccount } from "./useAccount.ts";

/** URL fragments of single-use links: for the set-up, and for setting a password, also of a user who is not signed in. */
const LINK = /^#(setup|password)=(.*)/;

/** Sign-in form, or the page of a single-use link. */
function Entrance(props: SignInProps) {
  const [, kind, token = ""] = LINK.exec(location.hash) ?? [];
  const { module: pages } = useManagementPages(kind !== undefined);
  const [lead, setLead] = useState("");
  if (kind === undefined) return <SignIn {...props} {...(lead && { lead })} />;
  if (!pages) return null;
  const Page = kind === "setup" ? pages.SetUp : pages.SetPassword;
  return <Page token={token} {...props} onCodeNeeded={setLead} />;
}

/** Reads a mailed link that works whoever is signed in, and removes its token from the address bar. */
function takeMailedLink() {
  const [, kind, token = ""] = /^#(confirm|unsubscribe)=(.*)/.exec(location.hash) ?? [];
  if (kind !== "confirm" && kind !== "unsubscribe") return undefined;
  history.replaceState(null, "", location.pathname + location.search);
  return { kind, token } as const;
}

/** Loaded on demand. */
function MailedLink({
  kind,
  ...props
}: NonNullable<ReturnType<typeof takeMailedLink>> & { onLeave(): void }) {
  const { module: pages, hasFailed } = useManagementPages();
  const Page = pages?.MAILED_LINKS[kind];
  return Page ? <Page {...props} /> : hasFailed && <LoadFailed />;
}

/** Loaded on demand. */
function SwitchedElsewhere(props: { account: Account; elsewhere: Account; onSwitch: Switch }) {
  const { module: popovers } = usePopovers();
  return popovers ? <popovers.SwitchedElsewhere {...props} /> : null;
}

export function App() {
  const { settings, words, change } = useSettings();
  const { account, isOpening, ended, hasEntered, isRenewing, elsewhere, ...session } = useAccount();
  const { enter, switchTo, leave, quit, renew } = session;
  const locale = useMemo(
    () => words && createLocale(words, account?.details.currency ?? "USD", navigator.languages),
    [words, account?.details.currency],
  );
  const [mailedLink, setMailedLink] = useState(takeMailedLink);
  if (!locale) return null;
  if (mailedLink)
    return (
      <LocaleContext.Provider value={locale}>
        <main class="sign-in">
          <MailedLink {...mailedLink} onLeave={() => setMailedLink(undefined)} />
        </main>
      </LocaleContext.Provider>
    );
  return (
    <LocaleContext.Provider value={locale}>
      {account && !LINK.test(location.hash) ? (
        <Shell
          // Another session of the same user keeps the entered values.
          key={nameUser(account)}
          account={account}
          settings={settings}
          onSettings={change}
          onLeave={leave}
          onSignOut={quit}
          onRenew={renew}
          onEnter={enter}
          onSwitch={switchTo}
          hasEntered={hasEntered}
        />
      ) : (
        !isOpening && (
          <main class="sign-in">
            <Entrance ended={ended} onSignedIn={enter} />
          </main>
        )
      )}
      {account && elsewhere && (
        <SwitchedElsewhere account={account} elsewhere={elsewhere} onSwitch={switchTo} />
      )}
      {account && isRenewing && <SignInOver onSignedIn={enter} />}
    </LocaleContext.Provider>
  );
}
