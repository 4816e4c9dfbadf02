/** Pages of an account's users and API tokens, and of an account of the network; loaded on demand. */
import { AccountPage as ShownAccount } from "../objects/AccountPage.tsx";
import { ApiTokens } from "./ApiTokens.tsx";
import { FactorReminder } from "./FactorReminder.tsx";
import { localizePeople } from "./localizePeople.tsx";
import { Users } from "./Users.tsx";

export const PeoplePage = localizePeople(People);
export const AccountPage = localizePeople(ShownAccount);

function People() {
  return (
    <div class="stack loose">
      <FactorReminder />
      <Users />
      <ApiTokens />
    </div>
  );
}
