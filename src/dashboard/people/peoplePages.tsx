/** Pages of people and settings, loaded on demand: users and API tokens of the account, the own settings, and all changes. */
import { Sessions } from "../account/Sessions.tsx";
import { useData } from "../app/managementData.ts";
import { type PageName, useRouter } from "../app/router.ts";
import { AccountSettings } from "./AccountSettings.tsx";
import { ApiTokens } from "./ApiTokens.tsx";
import { Changes } from "./Changes.tsx";
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
      <div class="stack loose">
        <CurrentPage page={page} />
      </div>
    </PeopleTextsContext.Provider>
  );
}

function CurrentPage({ page }: { page: PageName }) {
  if (page === "changes") return <Changes />;
  return page === "people" ? <People /> : <OwnPages />;
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
