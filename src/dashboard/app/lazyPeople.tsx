/** Pages of people, settings, accounts and changes, loaded on demand. */
import { createLazy } from "./createLazy.ts";
import { createPage } from "./createPage.tsx";

const usePeople = createLazy(() => import("../people/peoplePages.tsx"));
const useSettings = createLazy(() => import("../people/settingsPage.tsx"));
const useAccounts = createLazy(() => import("../people/Accounts.tsx"));
const useChanges = createLazy(() => import("../people/Changes.tsx"));

export const PeoplePage = createPage(usePeople, (module) => module.PeoplePage);
export const SettingsPage = createPage(useSettings, (module) => module.SettingsPage);
export const AccountPage = createPage(usePeople, (module) => module.AccountPage);
export const AccountsPage = createPage(useAccounts, (module) => module.AccountsPage);
export const ChangesPage = createPage(useChanges, (module) => module.ChangesPage);
