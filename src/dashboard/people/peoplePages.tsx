/** Pages of people and settings, loaded on demand: users and API tokens of the account, and the own settings. */
import { Sessions } from "../account/Sessions.tsx";
import { useData } from "../app/managementData.ts";
import { useRouter } from "../app/router.ts";
import { AccountSettings } from "./AccountSettings.tsx";
import { ApiTokens } from "./ApiTokens.tsx";
import { OwnPassword, OwnSettings } from "./OwnSettings.tsx";
import sheet from "./people.css";
import { PeopleTextsContext, useLoadedPeopleTexts } from "./peopleTexts.ts";
import { Users } from "./Users.tsx";

export function PeoplePages() {
  const texts = useLoadedPeopleTexts();
  const { page } = useRouter();
  if (!texts) return null;
  return (
    <PeopleTextsContext.Provider value={texts}>
      <style>{sheet}</style>
      <div class="stack loose">{page === "people" ? <People /> : <OwnPages />}</div>
    </PeopleTextsContext.Provider>
  );
}

function People() {
  return (
    <>
      <Users />
      <ApiTokens />
    </>
  );
}

function OwnPages() {
  const { access, catalogue } = useData().account.details;
  return (
    <>
      <OwnSettings />
      <OwnPassword />
      <Sessions />
      {access === "owner" && catalogue === "live" && <AccountSettings />}
    </>
  );
}
