/** Dashboard of a signed-in user: the page that the address names, and state that is kept when the page changes. */
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { createStatistics, type Statistics, type Wait } from "../../statistics/statistics.ts";
import { Names } from "../reports/names.ts";
import { ReportsPage } from "../reports/ReportsPage.tsx";
import { useLocale } from "../texts/locale.ts";
import { LoadFailed } from "../ui/LoadFailed.tsx";
import { Notice } from "../ui/Notice.tsx";
import { findAnswers, useShownAnswers } from "./answers.ts";
import { Header } from "./Header.tsx";
import { useManagementPages } from "./lazy.ts";
import { LIVE_ENTRIES, useLive, useRecovery } from "./live.ts";
import { PageMain } from "./PageMain.tsx";
import type { PageProps } from "./pageProps.ts";
import { RouterContext, useAddress, useRouter } from "./router.ts";
import { type Account, baseUrl, nameAccount, nameUser, PATHS } from "./session.ts";
import { openTabStorage } from "./tabStorage.ts";
import type { Leave, Renew } from "./useAccount.ts";
import { useWaitingCount } from "./waiting.ts";

interface ShellProps extends Omit<PageProps, "client" | "isEntered"> {
  /** Whether the user has just signed in, so that the focus moves to the content. */
  hasEntered: boolean;
  onRenew: Renew;
}

export function Shell({ hasEntered, onRenew, ...props }: ShellProps) {
  const { account, onLeave } = props;
  const address = useAddress(account);
  const { page } = address;
  const [wait, setWait] = useState<Wait>();
  const client = useClient(account, onLeave, onRenew, setWait);
  const waiting = useWaitingCount(client, account).shown?.data ?? 0;
  const router = { ...address, counts: { approvals: waiting } };
  const [names] = useState(() => new Names());
  const first = useRef(page);
  const hasMoved = useRef(false);
  hasMoved.current ||= first.current !== page;
  const shared = { ...props, client, isEntered: hasEntered || hasMoved.current };
  return (
    <RouterContext.Provider value={router}>
      {page === "statistics" ? (
        <ReportsPage {...shared} names={names} />
      ) : (
        <ManagementPage key={page} {...shared} />
      )}
      <Upkeep client={client} wait={wait} />
    </RouterContext.Provider>
  );
}

/** Keeps any page up to date: retries what failed, says what it waits for, and asks again for what may have changed. */
function Upkeep({ client, wait }: { client: Statistics; wait: Wait | undefined }) {
  const answers = useShownAnswers(findAnswers(client));
  useRecovery(answers);
  const live = answers.filter(({ isLive }) => isLive);
  useLive(client, live, LIVE_ENTRIES);
  return <Notice wait={wait} answers={answers} />;
}

/** One client for all sessions of an account, so that a renewed session repeats no request. */
function useClient(
  account: Account,
  onLeave: Leave,
  onRenew: Renew,
  onWait: (wait: Wait) => void,
): Statistics {
  const latest = useRef(account);
  latest.current = account;
  return useMemo(() => {
    const { share } = account.details;
    openTabStorage(nameUser(account));
    let used = account;
    const renew = async () => {
      // Another tab may have signed in.
      used = latest.current.sessionId === used.sessionId ? await onRenew(used) : latest.current;
      return used;
    };
    const onSession = (session: unknown) => session === undefined && share && onLeave("ended");
    const options = { baseUrl, paths: PATHS, session: account, onSession, onWait, retries: 1 };
    return createStatistics(share ? options : { ...options, renew });
  }, []);
}

/** A page that is loaded on demand. */
function ManagementPage(props: PageProps) {
  const { texts } = useLocale();
  const { page } = useRouter();
  const { module: pages, hasFailed } = useManagementPages();
  const { account } = props;
  const title = `${texts.pages[page]} – ${nameAccount(account)} – zonetag`;
  // Runs before the effects of the page, which may add a name to the title.
  useLayoutEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <>
      <a class="skip" href="#content">
        {texts.skip}
      </a>
      <Header {...props} />
      <PageMain isEntered={props.isEntered}>
        <h1 class="visually-hidden">
          {texts.pages[page]}: {nameAccount(account)}
        </h1>
        {pages && <pages.ManagementPages {...props} />}
        {hasFailed && <LoadFailed />}
      </PageMain>
    </>
  );
}
