/** Pages of people and settings, and of an account; loaded on demand. */
import { Sessions } from "../account/Sessions.tsx";
import { useData } from "../app/managementData.ts";
import { useRouter } from "../app/router.ts";
import { AccountPage as ShownAccount } from "../objects/AccountPage.tsx";
import { AccountSettings } from "./AccountSettings.tsx";
import { ApiTokens } from "./ApiTokens.tsx";
import { FactorReminder } from "./FactorReminder.tsx";
import { localizePeople } from "./localizePeople.tsx";
import { OwnPassword, OwnSettings } from "./OwnSettings.tsx";
import { SecondFactor } from "./SecondFactor.tsx";
import { Users } from "./Users.tsx";

export const PeoplePages = localizePeople(Pages);
export const AccountPage = localizePeople(ShownAccount);

function Pages() {
  const { page } = useRouter();
  return <div class="stack loose">{page === "people" ? <People /> : <OwnPages />}</div>;
}

function People() {
  return (
    <>
      <FactorReminder />
      <Users />
      <ApiTokens />
    </>
  );
}

function OwnPages() {
  const { access, catalogue, user } = useData().account.details;
  return (
    <>
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
    </>
  );
}
