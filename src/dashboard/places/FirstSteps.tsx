/** What an account without numbers does next: its own zones with their code, or the way to its first. */
import type { PlaceProps } from "../Shell.tsx";
import { DataContext, useCreateData, useData, useZones } from "./data.ts";
import { PlaceLink } from "./parts.tsx";
import { Code, SCRIPT_CODE, writeZone } from "./TagCode.tsx";
import { useTexts } from "./texts.ts";

/** Zones that are listed; more are in the inventory. */
const MOST = 5;

export function FirstSteps(props: PlaceProps) {
  return (
    <DataContext.Provider value={useCreateData(props)}>
      <Steps />
    </DataContext.Provider>
  );
}

function Steps() {
  const { start, welcome } = useTexts();
  const { account, navigation } = useData();
  const { kind, share } = account.details;
  return (
    <section class="first-steps" aria-label={start.title}>
      <h2>{start.title}</h2>
      <p>{start[kind]}</p>
      {kind === "publisher" && !share && <OwnZones />}
      {kind !== "publisher" && !share && (
        <p>
          <PlaceLink
            class="button"
            to={kind === "network" ? "?place=inventory" : "?place=campaigns"}
            go={navigation.go}
          >
            {kind === "network" ? welcome.title : start.campaigns}
          </PlaceLink>
        </p>
      )}
    </section>
  );
}

function OwnZones() {
  const { start, code } = useTexts();
  const { navigation } = useData();
  const zones = useZones().shown?.data.filter(({ deleted }) => !deleted);
  const inventory = (
    <p>
      {zones?.length === 0 && `${start.noZones} `}
      {zones && zones.length > MOST && `${start.more(zones.length - MOST)} `}
      <PlaceLink class="button" to="?place=inventory" go={navigation.go}>
        {start.inventory}
      </PlaceLink>
    </p>
  );
  if (!zones || zones.length === 0) return inventory;
  return (
    <>
      <h3>{code.script}</h3>
      <Code text={SCRIPT_CODE} />
      <h3>{code.zone}</h3>
      {zones.slice(0, MOST).map((zone) => (
        <div key={zone.id}>
          <p class="hint">{zone.name}</p>
          <Code text={writeZone(zone)} />
        </div>
      ))}
      {inventory}
    </>
  );
}
