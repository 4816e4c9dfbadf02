/** Sites and zones with their numbers, or the page of one. */
import type { Shown } from "../../statistics/index.ts";
import { Editing, useIsEditable } from "../app/editing.tsx";
import { useAccounts, useActivity, useData, useSites, useZones } from "../app/managementData.ts";
import { INVENTORY, useRouter } from "../app/router.ts";
import { type SharedPeriod, useSharedPeriod } from "../app/useSharedPeriod.ts";
import { AccountPage } from "../objects/AccountPage.tsx";
import { linkTo } from "../objects/addresses.ts";
import { useFileColumns } from "../objects/fileColumns.ts";
import { usePerformanceColumns } from "../objects/performanceColumns.ts";
import { PeriodPicker } from "../reports/controls/PeriodPicker.tsx";
import { findViewSpan } from "../reports/requests.ts";
import { useTexts } from "../texts/management.ts";
import { useArchiveActions } from "../ui/BulkActions.tsx";
import { EntryList } from "../ui/EntryList.tsx";
import type { EntryColumn } from "../ui/entryColumn.ts";
import { Icon } from "../ui/Icon.tsx";
import { Link } from "../ui/Link.tsx";
import { isPending, Loading } from "../ui/Loading.tsx";
import { LostLink } from "../ui/LostLink.tsx";
import { UnknownParts } from "../ui/UnknownParts.tsx";
import { SiteForm } from "./SiteForm.tsx";
import { SitePage } from "./SitePage.tsx";
import { ZoneForm } from "./ZoneForm.tsx";
import { ZoneList } from "./ZoneList.tsx";
import { ZonePage } from "./ZonePage.tsx";

type Zone = Shown<"zones">;
type Site = Shown<"sites">;

export function Inventory() {
  const { search, go } = useRouter();
  const asked = new URLSearchParams(search);
  const [sites, zones] = [useSites(), useZones()];
  const isEditable = useIsEditable();
  const facts = [useAccounts(), useActivity()];
  if (!sites.shown || !zones.shown || isPending(facts)) return <Loading answers={[sites, zones]} />;
  const close = () => go(INVENTORY);
  const account = asked.get("account");
  if (account) return <AccountPage id={Number(account)} side="publisher" back={INVENTORY} />;
  const zone = zones.shown.data.find(({ id }) => String(id) === asked.get("zone"));
  if (zone)
    return <ZonePage key={zone.id} zone={zone} site={sites.shown.data.find(({ id }) => id === zone.site)} />;
  const site = sites.shown.data.find(({ id }) => String(id) === asked.get("site"));
  const wanted = isEditable ? asked.get("new") : null;
  if (wanted === "zone")
    return <ZoneForm site={site?.id} onCancel={close} onSaved={({ id }) => go(linkTo("zone_id", id))} />;
  if (wanted === "site") return <SiteForm onCancel={close} onSaved={({ id }) => go(linkTo("site_id", id))} />;
  if (site) return <SitePage key={site.id} site={site} zones={zones.shown.data} />;
  return (
    <>
      <LostLink names={["zone", "site"]} />
      <Lists sites={sites.shown.data} zones={zones.shown.data} />
    </>
  );
}

function Lists({ sites, zones }: { sites: Site[]; zones: Zone[] }) {
  const period = useSharedPeriod("publisher");
  return (
    <>
      <div class="row controls">
        <PeriodPicker {...period} />
      </div>
      <UnknownParts parts={period.unknown} />
      <SiteList sites={sites} zones={zones} period={period} />
      {sites.length > 0 && <ZoneList sites={sites} zones={zones} period={period} />}
    </>
  );
}

function SiteList({ sites, zones, period }: { sites: Site[]; zones: Zone[]; period: SharedPeriod }) {
  const { inventory: texts } = useTexts();
  const { management } = useData();
  const accounts = useAccounts().shown?.data;
  const list = useSites();
  const actions = useArchiveActions();
  const numbers = usePerformanceColumns<Site>("site_id", period);
  const days = findViewSpan(period.view, period.moment);
  const fileColumns = useFileColumns<Site>("site_id", days, [
    { grouping: "publisher_id", readId: ({ account }) => account, entries: accounts },
  ]);
  const columns: EntryColumn<Site>[] = [
    {
      key: "name",
      label: texts.site,
      isHeading: true,
      read: ({ name }) => name,
      cell: ({ id, name, hostname, account }) => (
        <>
          <Link class="deeper" to={linkTo("site_id", id)}>
            {name}
          </Link>
          <span class="hint">{hostname}</span>
          {accounts && (
            <Link class="hint" to={linkTo("publisher_id", account)}>
              {accounts.find((each) => each.id === account)?.name}
            </Link>
          )}
        </>
      ),
    },
    {
      key: "zones",
      label: texts.zones,
      isNumber: true,
      read: ({ id }) => zones.filter(({ site, deleted }) => site === id && !deleted).length,
    },
    ...numbers,
  ];
  return (
    <EntryList
      title={texts.sites}
      hasHeading
      file="sites"
      rows={sites}
      columns={columns}
      days={days}
      fileColumns={fileColumns}
      nothing={texts.noSites}
      links={
        <Editing>
          <Link class="button" to={`${INVENTORY}&new=site`}>
            <Icon name="plus" />
            {texts.newSite}
          </Link>
        </Editing>
      }
      actions={actions}
      entries={management.sites}
      onChanged={() => list.ask()}
    />
  );
}
