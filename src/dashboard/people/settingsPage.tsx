/** Page of the own settings; loaded on demand. */
import { Sessions } from "../account/Sessions.tsx";
import { useData } from "../app/managementData.ts";
import { AccountSettings } from "./AccountSettings.tsx";
import { localizePeople } from "./localizePeople.tsx";
import { OwnPassword, OwnSettings } from "./OwnSettings.tsx";
import { SecondFactor } from "./SecondFactor.tsx";

export const SettingsPage = localizePeople(Settings);

function Settings() {
  const { access, catalogue, user } = useData().account.details;
  return (
    <div class="stack loose">
      {/* Users of a declared catalogue, with negative ids, are changed only in its file. */}
      {user && user.id > 0 && (
        <>
          <OwnSettings />
          <OwnPassword />
          <SecondFactor />
        </>
      )}
      <Sessions />
      {access === "owner" && catalogue === "live" && <AccountSettings />}
    </div>
  );
}
