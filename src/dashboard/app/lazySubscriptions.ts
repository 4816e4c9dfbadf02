/** Regular mails, loaded on demand. */
import { createLazy } from "./createLazy.ts";
import { createPage } from "./createPage.tsx";

const useSubscriptions = createLazy(() => import("../people/subscriptionPages.ts"));

export const AlertSwitch = createPage(useSubscriptions, (module) => module.AlertSwitch);
export const Subscriptions = createPage(useSubscriptions, (module) => module.Subscriptions);
export const EndSubscription = createPage(useSubscriptions, (module) => module.EndSubscription);
