/** Next steps of an account without numbers: tag code of its zones, or creating the first one. */
import type { ComponentChildren, VNode } from "preact";
import { useIsEditable } from "../app/editing.tsx";
import { type Data, DataContext, useCreateData, useData, useZones } from "../app/managementData.ts";
import { CAMPAIGNS, INVENTORY } from "../app/router.ts";
import { Code, SCRIPT_CODE, writeZone } from "../inventory/TagCode.tsx";
import { useTexts } from "../texts/management.ts";
import { Link } from "../ui/Link.tsx";
import { isPending } from "../ui/Loading.tsx";
import { NextSteps } from "./NextSteps.tsx";

/** Maximum zones in the list; the inventory has all. */
const MOST = 5;

interface FirstStepsProps extends Pick<Data, "client" | "account"> {
  /** End of the page. */
  children?: ComponentChildren;
}

export function FirstSteps({ children, ...props }: FirstStepsProps) {
  const { kind, share } = props.account.details;
  const content = (
    <>
      <Steps />
      {children}
    </>
  );
  return (
    <DataContext.Provider value={useCreateData(props)}>
      {kind === "publisher" && !share ? <AfterZones>{content}</AfterZones> : content}
    </DataContext.Provider>
  );
}

/** Zones that arrive later would move what is below them. */
function AfterZones({ children }: { children: VNode }) {
  return isPending([useZones()]) ? null : children;
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
