/** Pages of people, settings, accounts and changes, loaded on demand. */
import type { FunctionComponent } from "preact";
import { LoadFailed } from "../ui/LoadFailed.tsx";
import { createLazy } from "./createLazy.ts";

function createPage<M, P extends object>(
  useModule: ReturnType<typeof createLazy<M>>,
  find: (module: M) => FunctionComponent<P>,
): FunctionComponent<P> {
  return (props) => {
    const { module, hasFailed } = useModule();
    if (!module) return hasFailed ? <LoadFailed /> : null;
    const Page = find(module);
    return <Page {...props} />;
  };
}

const usePeople = createLazy(() => import("../people/peoplePages.tsx"));
const useSettings = createLazy(() => import("../people/settingsPage.tsx"));
const useAccounts = createLazy(() => import("../people/Accounts.tsx"));
const useChanges = createLazy(() => import("../people/Changes.tsx"));
const useSubscriptions = createLazy(() => import("../people/subscriptionPages.ts"));

export const PeoplePage = createPage(usePeople, (module) => module.PeoplePage);
export const SettingsPage = createPage(useSettings, (module) => module.SettingsPage);
export const AccountPage = createPage(usePeople, (module) => module.AccountPage);
export const AccountsPage = createPage(useAccounts, (module) => module.AccountsPage);
export const ChangesPage = createPage(useChanges, (module) => module.ChangesPage);
export const Subscriptions = createPage(useSubscriptions, (module) => module.Subscriptions);
export const EndSubscription = createPage(useSubscriptions, (module) => module.EndSubscription);
