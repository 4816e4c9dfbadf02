/** State of the session: account or shared link, signing in and out. */
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { hasEdits } from "./leaving.ts";
import {
  type Account,
  findSharedToken,
  forgetAccount,
  getAccount,
  isOtherAccount,
  nameUser,
  openShare,
  signOut,
  watchAccount,
  writeAccount,
} from "./session.ts";

/** Pending sign-in for another session of the same user. */
interface Renewal {
  ended: Account;
  resolve(account: Account): void;
}

/** Resolves once the user of the account has signed in again. */
export type Renew = (ended: Account) => Promise<Account>;
/** Switches to another account of the user. Rejects when that fails. */
export type Switch = (next: Promise<Account>) => Promise<void>;
export type Leave = (why: "ended" | "asked") => void;

export function useAccount() {
  const [sharedToken] = useState(findSharedToken);
  const [account, setAccount] = useState(() => (sharedToken ? undefined : getAccount()));
  const [isOpening, setOpening] = useState(sharedToken !== undefined);
  const [ended, setEnded] = useState<"session" | "link">();
  const [hasEntered, setEntered] = useState(false);
  const [renewal, setRenewal] = useState<Renewal>();
  /** Whether the user is signing out, or switching the account. */
  const [isQuitting, setQuitting] = useState(false);
  /** Account that another tab switched to while this one has entries that are not saved. */
  const [elsewhere, setElsewhere] = useState<Account>();
  const current = useRef(account);
  current.current = account;
  useEffect(() => {
    const follow = (next: Account | undefined) => {
      const isSwitched = next && current.current && isOtherAccount(next, current.current);
      setElsewhere(isSwitched && hasEdits() ? next : undefined);
      if (isSwitched && hasEdits()) return;
      // The address names objects of the former account.
      if (isSwitched) history.replaceState(null, "", location.pathname);
      setAccount(next);
    };
    if (!sharedToken) return watchAccount(follow);
    openShare(sharedToken)
      .then(setAccount, () => setEnded("link"))
      .finally(() => setOpening(false));
  }, [sharedToken]);

  // The user signed in over the page, or in another tab.
  useEffect(() => {
    if (!renewal || account?.sessionId === renewal.ended.sessionId) return;
    setRenewal(undefined);
    if (account && nameUser(account) === nameUser(renewal.ended)) renewal.resolve(account);
  }, [account, renewal]);
  const renew = useCallback(
    (ended: Account) => new Promise<Account>((resolve) => setRenewal({ ended, resolve })),
    [],
  );

  const enter = (next: Account) => {
    writeAccount(next);
    setElsewhere(undefined);
    // The address names objects of the former account.
    const search = account && isOtherAccount(next, account) ? "" : location.search;
    if (location.hash || search !== location.search)
      history.replaceState(null, "", location.pathname + search);
    setEntered(account === undefined);
    setAccount(next);
  };
  const leave = useCallback<Leave>(
    (why) => {
      // An expired shared link says nothing about the account of this browser.
      if (sharedToken) setEnded("link");
      else if (why === "asked") {
        forgetAccount();
        // The next user may be a different one, to whom this view is meaningless.
        history.replaceState(null, "", location.pathname);
        setEnded(undefined);
      } else {
        writeAccount(undefined);
        setEnded("session");
      }
      setAccount(undefined);
    },
    [sharedToken],
  );
  const quitFor = async <T>(work: Promise<T>, then: (result: T) => void) => {
    setQuitting(true);
    try {
      then(await work);
    } finally {
      setQuitting(false);
    }
  };
  return {
    account,
    elsewhere,
    /** Whether a shared link is being opened. */
    isOpening,
    /** Session or link that ended without the user's action. */
    ended,
    /** Whether the user has just signed in. */
    hasEntered,
    enter,
    switchTo: (next: Promise<Account>) => quitFor(next, enter),
    leave,
    /** Signs out. Rejects, and stays signed in, when that fails. */
    quit: (account: Account) => quitFor(signOut(account), () => leave("asked")),
    /**
     * Whether the session ended and the user has to sign in over the page. Not while the user leaves it: other requests may
     * learn of the end first or afterwards, and what is typed over the page would be lost with it.
     */
    isRenewing:
      renewal?.ended.sessionId === account?.sessionId && renewal !== undefined && !isQuitting && !elsewhere,
    renew,
  };
}
