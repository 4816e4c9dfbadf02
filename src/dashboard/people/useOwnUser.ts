/** The signed-in user as of now: the one stored at the sign-in does not know of later changes in other browsers. */
import { useDetails } from "../app/dataFrom.ts";
import { useData } from "../app/managementData.ts";

export function useOwnUser() {
  const { client, account } = useData();
  const { shown, ask } = useDetails(client);
  const { user } = shown?.data ?? account.details;
  return { user, ask };
}
