/** Who is signed in, by an account or by a shared link, and how that begins and ends. */
import { useCallback, useEffect, useState } from "preact/hooks";
import {
  type Account,
  openShare,
  readAccount,
  readSharedToken,
  watchAccount,
  writeAccount,
} from "./session.ts";

export type Leave = (why: "ended" | "asked") => void;

export function useAccount() {
  const [sharedToken] = useState(readSharedToken);
  const [account, setAccount] = useState(() => (sharedToken ? undefined : readAccount()));
  const [isOpening, setOpening] = useState(sharedToken !== undefined);
  const [ended, setEnded] = useState<"session" | "link">();
  const [hasEntered, setEntered] = useState(false);
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
  return {
    account,
    /** What a shared link leads to is on its way. */
    isOpening,
    /** What ended by itself. */
    ended,
    /** Somebody has just signed in. */
    hasEntered,
    enter,
    leave,
  };
}
