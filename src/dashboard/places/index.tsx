/** What is loaded on demand: the places beside the statistics, and the first steps of an account without numbers. */
import { Notice } from "../Notice.tsx";
import type { PlaceProps } from "../Shell.tsx";
import { Campaigns } from "./Campaigns.tsx";
import { DataContext, useCreateData } from "./data.ts";
import { Inventory } from "./Inventory.tsx";
import { Loading } from "./Loading.tsx";
import sheet from "./places.css";
import { TryPage } from "./TryPage.tsx";
import { useWelcome, Welcome } from "./Welcome.tsx";

export { FirstSteps } from "./FirstSteps.tsx";

export function Places(props: PlaceProps) {
  return (
    <DataContext.Provider value={useCreateData(props)}>
      <style>{sheet}</style>
      <Place {...props} />
      <Notice wait={props.wait} answers={[]} />
    </DataContext.Provider>
  );
}

function Place({ navigation: { place } }: PlaceProps) {
  const isWelcome = useWelcome();
  if (isWelcome === undefined) return <Loading answers={[]} />;
  if (isWelcome && place !== "try") return <Welcome />;
  if (place === "inventory") return <Inventory />;
  return place === "campaigns" ? <Campaigns /> : <TryPage />;
}
