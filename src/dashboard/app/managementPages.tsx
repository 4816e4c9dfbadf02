/** Pages beside the statistics, and the first steps of an account without numbers; loaded on demand. */

import type { FunctionComponent } from "preact";
import { useMemo } from "preact/hooks";
import { ConfirmAddress as ConfirmAddressPage } from "../account/ConfirmAddress.tsx";
import { ForgottenPassword as ForgottenPasswordForm } from "../account/ForgottenPassword.tsx";
import { SetPassword as SetPasswordPage } from "../account/SetPassword.tsx";
import { SetUp as SetUpPage } from "../account/SetUp.tsx";
import { Approvals } from "../approvals/Approvals.tsx";
import { Campaigns } from "../campaigns/Campaigns.tsx";
import { Inventory } from "../inventory/Inventory.tsx";
import { LocaleContext, useLocale } from "../texts/locale.ts";
import { TextsContext, useLoadedTexts } from "../texts/management.ts";
import { TryPage } from "../try/TryPage.tsx";
import { Loading } from "../ui/Loading.tsx";
import { startMetricHints } from "../ui/metricHints.ts";
import { FirstSteps as FirstStepsPage } from "../welcome/FirstSteps.tsx";
import { useWelcome, Welcome } from "../welcome/Welcome.tsx";
import { useCurrentGoals, useDetails } from "./dataFrom.ts";
import { ReadOnlyNote } from "./editing.tsx";
import { AccountsPage, ChangesPage, PeoplePage, SettingsPage } from "./lazyPeople.tsx";
import { usePopovers } from "./lazyPopovers.ts";
import { EndSubscription } from "./lazySubscriptions.ts";
import sheet from "./management.css";
import { DataContext, useCreateData, useData } from "./managementData.ts";
import type { PageProps } from "./pageProps.ts";
import { type PageName, useRouter } from "./router.ts";
import type { Account } from "./session.ts";

startMetricHints();

/** Shows a page, with its style sheet, once the texts of the language are loaded. */
function localize<P extends object>(Page: FunctionComponent<P>): FunctionComponent<P> {
  return (props) => {
    const texts = useLoadedTexts();
    const locale = useLocale();
    const completed = useMemo(() => {
      const problems = { ...locale.texts.problems, ...texts?.problems };
      return { ...locale, texts: { ...locale.texts, problems } };
    }, [locale, texts]);
    if (!texts) return null;
    return (
      <LocaleContext.Provider value={completed}>
        <TextsContext.Provider value={texts}>
          <style>{sheet}</style>
          <Page {...props} />
        </TextsContext.Provider>
      </LocaleContext.Provider>
    );
  };
}

export const ManagementPages = localize(Pages);
export const SetPassword = localize(SetPasswordPage);
export const SetUp = localize(SetUpPage);
export const ForgottenPassword = localize(ForgottenPasswordForm);
/** Pages of mailed links that work whoever is signed in, by the key in the fragment. */
export const MAILED_LINKS = {
  confirm: localize(ConfirmAddressPage),
  unsubscribe: localize(EndSubscription),
};
export const FirstSteps = localize(FirstStepsPage);

function Pages(props: Pick<PageProps, "client" | "account" | "onEnter" | "onSettings">) {
  const account = useCurrentAccount(props);
  return (
    <DataContext.Provider value={useCreateData({ ...props, account })}>
      <ReadOnlyNote />
      <CurrentPage />
    </DataContext.Provider>
  );
}

/** The details stored since the sign-in do not know of a later role, suspension or default share, or of its end. */
function useCurrentAccount({ client, ...stored }: Pick<PageProps, "client" | "account">): Account {
  const answer = useDetails(client);
  const account = useCurrentGoals(stored.account, answer);
  const { access, suspended, publisher_share } = answer.shown?.data ?? account.details;
  return useMemo(() => {
    const { access: _role, suspended: _stored, ...details } = account.details;
    return {
      ...account,
      details: {
        ...details,
        ...(access && { access }),
        ...(suspended && { suspended }),
        ...(publisher_share && { publisher_share }),
      },
    };
  }, [account, access, suspended, publisher_share]);
}

/** Pages that need no entries. */
const LAZY_PAGES: Partial<Record<PageName, FunctionComponent>> = {
  people: PeoplePage,
  settings: SettingsPage,
  accounts: AccountsPage,
  changes: ChangesPage,
};

function CurrentPage() {
  const { page } = useRouter();
  usePopovers();
  const isWelcome = useWelcome();
  const { shown, isLoading } = useDetails(useData().client);
  const LazyPage = LAZY_PAGES[page];
  if (LazyPage) return <LazyPage />;
  // The default period depends on the first day with numbers; changing it later would move the content below it.
  if (isWelcome === undefined || (isLoading && !shown)) return <Loading answers={[]} />;
  if (isWelcome && page !== "try") return <Welcome />;
  if (page === "inventory") return <Inventory />;
  if (page === "campaigns") return <Campaigns />;
  return page === "approvals" ? <Approvals /> : <TryPage />;
}
