/** Signed out or signed in. */
import { useCallback, useState } from "preact/hooks";
import { Dashboard } from "./Dashboard.tsx";
import { SignIn } from "./SignIn.tsx";
import { type Account, readAccount, writeAccount } from "./session.ts";

const ENDED = "Your session has ended. Sign in to go on where you were.";

export function App() {
  const [account, setAccount] = useState(readAccount);
  const [reason, setReason] = useState<string>();

  const enter = useCallback((next: Account) => {
    writeAccount(next);
    setAccount(next);
  }, []);
  const leave = useCallback((why: "ended" | "asked") => {
    writeAccount(undefined);
    setReason(why === "ended" ? ENDED : undefined);
    setAccount(undefined);
  }, []);

  if (!account) return <SignIn reason={reason} onSignedIn={enter} />;
  return <Dashboard key={account.token} account={account} onLeave={leave} />;
}
