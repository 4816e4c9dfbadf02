/** Next steps of an account without numbers: tag code of its zones, or creating the first one. */

import { useIsEditable } from "../app/editing.tsx";
import { type Data, DataContext, useCreateData, useData, useZones } from "../app/managementData.ts";
import { CAMPAIGNS, INVENTORY } from "../app/router.ts";
import { Code, SCRIPT_CODE, writeZone } from "../inventory/TagCode.tsx";
import { useTexts } from "../texts/management.ts";
import { Link } from "../ui/Link.tsx";
import { NextSteps } from "./NextSteps.tsx";

/** Maximum zones in the list; the inventory has all. */
const MOST = 5;

export function FirstSteps(props: Pick<Data, "client" | "account">) {
  return (
    <DataContext.Provider value={useCreateData(props)}>
      <Steps />
    </DataContext.Provider>
  );
}

function Steps() {
  const { start, welcome } = useTexts();
  const { account } = useData();
  const isEditable = useIsEditable();
  const { kind, share } = account.details;
  return (
    <section class="card form first-steps" aria-label={start.title}>
      <h2>{start.title}</h2>
      {(kind !== "publisher" || share) && <p>{start[kind]}</p>}
      {kind === "publisher" && !share && <OwnZones />}
      {kind !== "publisher" && !share && (
        <p>
          <Link class="button" to={kind === "network" ? INVENTORY : CAMPAIGNS}>
            {kind !== "network" ? start.campaigns : isEditable ? welcome.title : start.inventory}
          </Link>
        </p>
      )}
      {!share && <NextSteps />}
    </section>
  );
}

function OwnZones() {
  const { start, code } = useTexts();
  const zones = useZones().shown?.data.filter(({ deleted }) => !deleted);
  const inventory = (
    <p>
      {zones && zones.length > MOST && `${start.more(zones.length - MOST)} `}
      <Link class="button" to={INVENTORY}>
        {start.inventory}
      </Link>
    </p>
  );
  if (!zones) return inventory;
  if (zones.length === 0)
    return (
      <>
        <p>{start.noZones}</p>
        {inventory}
      </>
    );
  return (
    <>
      <p>{start.publisher}</p>
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
