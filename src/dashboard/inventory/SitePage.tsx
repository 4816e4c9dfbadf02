/** Page of a site, with its zones. */
import { useMemo } from "preact/hooks";
import type { Shown } from "../../statistics/index.ts";
import { useAccounts } from "../app/managementData.ts";
import { INVENTORY } from "../app/router.ts";
import { useSharedPeriod } from "../app/useSharedPeriod.ts";
import { linkTo } from "../objects/addresses.ts";
import { ObjectPage } from "../objects/ObjectPage.tsx";
import { useTexts } from "../texts/management.ts";
import { Link } from "../ui/Link.tsx";
import { ShownCreatives } from "./ShownCreatives.tsx";
import { SiteForm } from "./SiteForm.tsx";
import { ZoneList } from "./ZoneList.tsx";

export function SitePage({ site, zones }: { site: Shown<"sites">; zones: Shown<"zones">[] }) {
  const { campaigns, objects, inventory: texts } = useTexts();
  const period = useSharedPeriod("publisher");
  const owner = useAccounts().shown?.data.find(({ id }) => id === site.account);
  const own = useMemo(() => zones.filter((zone) => zone.site === site.id), [zones, site.id]);
  const isEmpty = own.every(({ deleted }) => deleted);
  return (
    <ObjectPage
      back={INVENTORY}
      name={site.name}
      facts={
        <>
          <span class="hint">
            #{site.id} · {site.hostname}
          </span>
          {owner && <Link to={linkTo("publisher_id", owner.id)}>{owner.name}</Link>}
          {site.deleted && <span class="state">{campaigns.states.archived}</span>}
        </>
      }
      next={
        isEmpty &&
        !site.deleted && (
          <>
            {objects.noZones} <Link to={`${INVENTORY}&new=zone&site=${site.id}`}>{texts.newZone}</Link>
          </>
        )
      }
      numbers={{ role: "publisher", kind: "site_id", id: site.id }}
      history={{ kind: "sites", id: site.id }}
    >
      <ZoneList sites={[site]} zones={own} period={period} only={site} />
      <SiteForm site={site} />
      <ShownCreatives site={site} />
    </ObjectPage>
  );
}
