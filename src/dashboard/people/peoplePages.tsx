/** Pages of an account's users and API tokens, and of an account of the network; loaded on demand. */
import { AccountPage as ShownAccount } from "../objects/AccountPage.tsx";
import { isPending, Loading } from "../ui/Loading.tsx";
import { ApiTokens } from "./ApiTokens.tsx";
import { FactorReminder } from "./FactorReminder.tsx";
import { localizePeople } from "./localizePeople.tsx";
import { Users } from "./Users.tsx";
import { useTokens, useUsers } from "./usePeople.ts";

export const PeoplePage = localizePeople(People);
export const AccountPage = localizePeople(ShownAccount);

function People() {
  const lists = [useUsers(), useTokens()];
  // One list would move the other.
  if (isPending(lists)) return <Loading answers={lists} />;
  return (
    <div class="stack loose">
      <FactorReminder />
      <Users />
      <ApiTokens />
    </div>
  );
}
