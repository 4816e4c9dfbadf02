/** Page of the own settings; loaded on demand. */
import { PASSWORD_FORM, Sessions } from "../account/Sessions.tsx";
import { AlertSwitch, Subscriptions } from "../app/lazySubscriptions.ts";
import { useData } from "../app/managementData.ts";
import { AccountSettings } from "./AccountSettings.tsx";
import { localizePeople } from "./localizePeople.tsx";
import { OwnPassword, OwnSettings } from "./OwnSettings.tsx";
import { SecondFactor } from "./SecondFactor.tsx";

export const SettingsPage = localizePeople(Settings);

function Settings() {
  const { access, catalogue, user } = useData().account.details;
  // Users of a declared catalogue, with negative ids, are changed only in its file.
  const isStored = user !== undefined && user.id > 0;
  return (
    <div class="stack loose">
      {isStored && (
        <>
          <OwnSettings />
          <div id={PASSWORD_FORM}>
            <OwnPassword />
          </div>
          <SecondFactor />
        </>
      )}
      <Sessions canChange={isStored} />
      {access === "owner" && catalogue === "live" && <AccountSettings />}
      {/* Last, because these arrive late. */}
      {isStored && <AlertSwitch />}
      {isStored && <Subscriptions />}
    </div>
  );
}
