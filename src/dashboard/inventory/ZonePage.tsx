/** Page of a zone, with the code for pages. */
import type { ZoneActivity } from "../../protocol/management.ts";
import type { Shown } from "../../statistics/index.ts";
import { useExplanations } from "../app/lazyExplanations.ts";
import { useActivity, useData } from "../app/managementData.ts";
import { INVENTORY, TRY } from "../app/router.ts";
import { linkTo } from "../objects/addresses.ts";
import { ObjectPage } from "../objects/ObjectPage.tsx";
import type { Span } from "../reports/period.ts";
import { useAgo } from "../texts/ago.ts";
import { useLocale } from "../texts/locale.ts";
import { useTexts } from "../texts/management.ts";
import { ZonePreview } from "../try/ZonePreview.tsx";
import { Link } from "../ui/Link.tsx";
import { ConsoleAdvice } from "./ConsoleAdvice.tsx";
import { TagCode } from "./TagCode.tsx";
import { ZoneForm } from "./ZoneForm.tsx";

interface ZonePageProps {
  zone: Shown<"zones">;
  site: Shown<"sites"> | undefined;
}

export function ZonePage({ zone, site }: ZonePageProps) {
  const { inventory: texts, campaigns } = useTexts();
  const activity = useActivity().shown?.data.zones.find(({ id }) => id === zone.id);
  const isNetwork = useData().account.details.kind === "network";
  return (
    <ObjectPage
      back={INVENTORY}
      name={zone.name}
      facts={
        <>
          <span class="hint">
            #{zone.id} · {zone.size}
          </span>
          {site && <Link to={linkTo("site_id", site.id)}>{site.name}</Link>}
          {zone.note && <span>{zone.note}</span>}
          {zone.deleted && <span class="state">{campaigns.states.archived}</span>}
          {activity && <Requests {...activity} />}
        </>
      }
      next={activity && hasNoAds(zone, activity) && <NextStep {...activity} />}
      numbers={{ role: "publisher", kind: "zone_id", id: zone.id }}
      explanation={(days) => <EmptyRequests zone={zone} days={days} />}
      history={{ kind: "zones", id: zone.id }}
    >
      <div class="columns">
        <section class="card" aria-label={texts.code}>
          <h2>{texts.code}</h2>
          <TagCode zone={zone} />
        </section>
        <div class="stack loose">
          <ZoneForm zone={zone} />
          {isNetwork && !zone.deleted && <ZonePreview zone={zone} />}
        </div>
      </div>
    </ObjectPage>
  );
}

function EmptyRequests({ zone, days }: Pick<ZonePageProps, "zone"> & { days: Span }) {
  const { module } = useExplanations();
  const { client, account } = useData();
  if (!module) return null;
  return <module.ZoneWhy client={client} kind={account.details.kind} zone={zone} days={days} />;
}

function Requests({ last_request, requests, filled }: ZoneActivity) {
  const { inventory: texts } = useTexts();
  const { formatValue } = useLocale();
  const ago = useAgo();
  if (!last_request) return <span>{texts.noRequest}</span>;
  return (
    <span>
      {texts.lastRequest}: {ago(last_request)}
      {requests > 0 && ` · ${texts.fill}: ${formatValue((100 * filled) / requests, "percent")}`}
    </span>
  );
}

/** Whether the zone in use had no request, or all requests of the last 24 hours stayed empty. */
export function hasNoAds(
  { deleted }: Pick<Shown<"zones">, "deleted">,
  { last_request, requests, filled }: Pick<ZoneActivity, "last_request" | "requests" | "filled">,
): boolean {
  return !deleted && (!last_request || (requests > 0 && filled === 0));
}

function NextStep({ last_request }: ZoneActivity) {
  const { objects, campaigns } = useTexts();
  const isNetwork = useData().account.details.kind === "network";
  if (!last_request) return <ConsoleAdvice />;
  return (
    <>
      {objects.unfilled} {isNetwork && <Link to={TRY}>{campaigns.tryPage}</Link>}
    </>
  );
}

export function NothingAsked() {
  const { inventory: texts } = useTexts();
  return (
    <span class="hint">
      {texts.noRequest}. <ConsoleAdvice />
    </span>
  );
}
