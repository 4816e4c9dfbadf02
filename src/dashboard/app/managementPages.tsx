/** Pages beside the statistics, and the first steps of an account without numbers; loaded on demand. */

import { Sessions } from "../account/Sessions.tsx";
import { Approvals } from "../approvals/Approvals.tsx";
import { Campaigns } from "../campaigns/Campaigns.tsx";
import { Inventory } from "../inventory/Inventory.tsx";
import { TryPage } from "../try/TryPage.tsx";
import { Loading } from "../ui/Loading.tsx";
import { Notice } from "../ui/Notice.tsx";
import { useWelcome, Welcome } from "../welcome/Welcome.tsx";
import { ReadOnlyNote } from "./editing.tsx";
import sheet from "./management.css";
import { DataContext, useCreateData } from "./managementData.ts";
import type { PageProps } from "./pageProps.ts";
import { useRouter } from "./router.ts";

export { SetPassword } from "../account/SetPassword.tsx";
export { SetUp } from "../account/SetUp.tsx";
export { FirstSteps } from "../welcome/FirstSteps.tsx";

export function ManagementPages(props: Pick<PageProps, "client" | "account" | "wait">) {
  return (
    <DataContext.Provider value={useCreateData(props)}>
      <style>{sheet}</style>
      <ReadOnlyNote />
      <CurrentPage />
      <Notice wait={props.wait} answers={[]} />
    </DataContext.Provider>
  );
}

function CurrentPage() {
  const { page } = useRouter();
  const isWelcome = useWelcome();
  if (page === "sessions") return <Sessions />;
  if (isWelcome === undefined) return <Loading answers={[]} />;
  if (isWelcome && page !== "try") return <Welcome />;
  if (page === "inventory") return <Inventory />;
  if (page === "campaigns") return <Campaigns />;
  return page === "approvals" ? <Approvals /> : <TryPage />;
}
