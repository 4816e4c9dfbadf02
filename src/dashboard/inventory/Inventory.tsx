/** Sites and zones with their numbers, or the page of one. */
import { useMemo } from "preact/hooks";
import type { Shown } from "../../statistics/index.ts";
import { Editing, useIsEditable } from "../app/editing.tsx";
import { AccountPage } from "../app/lazyPeople.tsx";
import {
  useAccountNames,
  useAccounts,
  useActivity,
  useData,
  useSites,
  useZones,
} from "../app/managementData.ts";
import { INVENTORY, useRouter } from "../app/router.ts";
import { type SharedPeriod, useSharedPeriod } from "../app/useSharedPeriod.ts";
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
import type { ListFilter } from "../ui/listFilters.ts";
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
  if (account) return <AccountPage id={Number(account)} side="publisher" />;
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

interface SiteRow extends Site {
  /** Name of the publisher; undefined for publishers, whose sites are their own. */
  owner: string | undefined;
  /** Number of zones that are not archived. */
  zones: number;
}

function SiteList({ sites, zones, period }: { sites: Site[]; zones: Zone[]; period: SharedPeriod }) {
  const { inventory: texts } = useTexts();
  const { account, management } = useData();
  const accounts = useAccountNames();
  const list = useSites();
  const actions = useArchiveActions();
  const numbers = usePerformanceColumns<SiteRow>("site_id", period);
  const days = findViewSpan(period.view, period.moment);
  const fileColumns = useFileColumns<SiteRow>("site_id", days, [
    { grouping: "publisher_id", readId: ({ account }) => account, entries: useAccounts().shown?.data },
  ]);
  const rows = useMemo(() => {
    const counts = new Map<number, number>();
    for (const { site, deleted } of zones) if (!deleted) counts.set(site, (counts.get(site) ?? 0) + 1);
    return sites.map(
      (site): SiteRow => ({ ...site, owner: accounts.get(site.account), zones: counts.get(site.id) ?? 0 }),
    );
  }, [sites, zones, accounts]);
  const isNetwork = account.details.kind === "network";
  const publisher: ListFilter<SiteRow> = {
    label: texts.publisher,
    part: "publisher.sites",
    read: (row) => [String(row.account)],
    name: (key) => accounts.get(Number(key)),
  };
  const owner: EntryColumn<SiteRow> = {
    key: "owner",
    inFile: "parents",
    label: texts.publisher,
    read: (row) => row.owner,
    cell: (row) => row.owner && <Link to={linkTo("publisher_id", row.account)}>{row.owner}</Link>,
  };
  const columns: EntryColumn<SiteRow>[] = [
    {
      key: "name",
      label: texts.site,
      isHeading: true,
      read: ({ name }) => name,
      cell: ({ id, name, hostname }) => (
        <>
          <Link class="deeper" to={linkTo("site_id", id)}>
            {name}
          </Link>
          <span class="hint">{hostname}</span>
        </>
      ),
    },
    ...(isNetwork ? [owner] : []),
    { key: "zones", label: texts.zones, isNumber: true, read: (row) => row.zones },
    ...numbers,
  ];
  return (
    <EntryList
      title={texts.sites}
      hasHeading
      file="sites"
      rows={rows}
      columns={columns}
      days={days}
      fileColumns={fileColumns}
      searched={texts.searchedSites}
      listTexts={(row) => [row.owner, row.hostname]}
      nameParent={(row) => row.owner ?? row.hostname}
      filters={isNetwork ? [publisher] : []}
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
