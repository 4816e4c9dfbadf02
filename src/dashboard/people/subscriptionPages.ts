/** Pages of reports by mail, loaded on demand. */
export { EndSubscription } from "../account/EndSubscription.tsx";
export { Subscriptions } from "./Subscriptions.tsx";
