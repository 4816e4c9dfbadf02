/** Pages of people, accounts, settings and all changes, loaded on demand. */
import type { FunctionComponent } from "preact";
import { Sessions } from "../account/Sessions.tsx";
import { useData } from "../app/managementData.ts";
import { useRouter } from "../app/router.ts";
import { AccountPage as ShownAccount } from "../objects/AccountPage.tsx";
import { AccountSettings } from "./AccountSettings.tsx";
import { Accounts } from "./Accounts.tsx";
import { ApiTokens } from "./ApiTokens.tsx";
import { Changes } from "./Changes.tsx";
import { OwnPassword, OwnSettings } from "./OwnSettings.tsx";
import sheet from "./people.css";
import { PeopleTextsContext, useLoadedPeopleTexts } from "./peopleTexts.ts";
import { Users } from "./Users.tsx";

/** Shows a page once its texts of the language are loaded. */
function localize<P extends object>(Page: FunctionComponent<P>): FunctionComponent<P> {
  return (props) => {
    const texts = useLoadedPeopleTexts();
    if (!texts) return null;
    return (
      <PeopleTextsContext.Provider value={texts}>
        <style>{sheet}</style>
        <Page {...props} />
      </PeopleTextsContext.Provider>
    );
  };
}

export const PeoplePages = localize(Pages);
export const AccountPage = localize(ShownAccount);

function Pages() {
  const { page } = useRouter();
  if (page === "accounts") return <Accounts />;
  return (
    <div class="stack loose">
      {page === "changes" ? <Changes /> : page === "people" ? <People /> : <OwnPages />}
    </div>
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
  const { access, catalogue, user } = useData().account.details;
  return (
    <>
      {/* Users of a declared catalogue, with negative ids, are changed only in its file. */}
      {user && user.id > 0 && (
        <>
          <OwnSettings />
          <OwnPassword />
        </>
      )}
      <Sessions />
      {access === "owner" && catalogue === "live" && <AccountSettings />}
    </>
  );
}
