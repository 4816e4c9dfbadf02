/** Mails that users get regularly; loaded on demand. */
export { EndSubscription } from "../account/EndSubscription.tsx";
export { AlertSwitch } from "./AlertSwitch.tsx";
export { Subscriptions } from "./Subscriptions.tsx";
