/** Zones with their numbers. */
import { useMemo } from "preact/hooks";
import type { ZoneActivity } from "../../protocol/management.ts";
import type { Shown } from "../../statistics/index.ts";
import { Editing } from "../app/editing.tsx";
import { useAccountNames, useAccounts, useActivity, useData, useZones } from "../app/managementData.ts";
import { INVENTORY } from "../app/router.ts";
import type { SharedPeriod } from "../app/useSharedPeriod.ts";
import { linkTo } from "../objects/addresses.ts";
import { useFileColumns } from "../objects/fileColumns.ts";
import { createNaming } from "../objects/nameApart.ts";
import { usePerformanceColumns } from "../objects/performanceColumns.ts";
import { computeFillRate, type Sums } from "../objects/sums.ts";
import { findViewSpan } from "../reports/requests.ts";
import { useAgo } from "../texts/ago.ts";
import { useLocale } from "../texts/locale.ts";
import { useTexts } from "../texts/management.ts";
import { roundRatio } from "../texts/roundRatio.ts";
import { useArchiveActions } from "../ui/BulkActions.tsx";
import { EntryList } from "../ui/EntryList.tsx";
import type { EntryColumn } from "../ui/entryColumn.ts";
import { Icon } from "../ui/Icon.tsx";
import { Link } from "../ui/Link.tsx";
import type { ListFilter } from "../ui/listFilters.ts";
import { NothingAsked } from "./ZonePage.tsx";

type Zone = Shown<"zones">;
type Site = Shown<"sites">;

interface ZoneListProps {
  sites: Site[];
  zones: Zone[];
  period: SharedPeriod;
  /** Site, when all zones belong to the same one. */
  only?: Site;
}

interface ZoneRow extends Zone {
  activity: ZoneActivity | undefined;
  /** Absent when all zones belong to the same site. */
  parent: Site | undefined;
  /** Name of the publisher; undefined for publishers, whose zones are their own. */
  owner: string | undefined;
}

export function ZoneList({ sites, zones, period, only }: ZoneListProps) {
  const { inventory: texts } = useTexts();
  const { management } = useData();
  const list = useZones();
  const activity = useActivity();
  const actions = useArchiveActions();
  const numbers = usePerformanceColumns<ZoneRow>("zone_id", period);
  const days = findViewSpan(period.view, period.moment);
  const findSite = (zone: Zone) => sites.find(({ id }) => id === zone.site);
  const fileColumns = useFileColumns<ZoneRow>("zone_id", days, [
    { grouping: "site_id", readId: ({ site }) => site, entries: sites },
    {
      grouping: "publisher_id",
      readId: (zone) => findSite(zone)?.account,
      entries: useAccounts().shown?.data,
    },
  ]);
  const accounts = useAccountNames();
  const activities = activity.shown?.data.zones;
  const rows = useMemo(() => {
    const known = new Map(activities?.map((each) => [each.id, each]));
    const parents = new Map(only ? [] : sites.map((site) => [site.id, site]));
    return zones.map((zone): ZoneRow => {
      const parent = parents.get(zone.site);
      return {
        ...zone,
        activity: known.get(zone.id),
        parent,
        owner: parent && accounts.get(parent.account),
      };
    });
  }, [zones, only ?? sites, activities, accounts]);
  const filters = useZoneFilters(sites, accounts);
  return (
    <EntryList
      title={texts.zones}
      hasHeading
      file="zones"
      rows={rows}
      columns={[...useZoneColumns(only === undefined, !activity.shown), ...numbers]}
      days={days}
      fileColumns={[...fileColumns, { key: "note", label: texts.note, read: ({ note }) => note }]}
      searched={only ? undefined : texts.searchedZones}
      listTexts={({ parent, owner, size, note }) => [parent?.name, parent?.hostname, owner, size, note]}
      nameParent={({ parent }) => parent?.name}
      filters={filters}
      nothing={texts.noZones}
      links={
        <Editing>
          {sites.some(({ deleted }) => !deleted) && (
            <Link class="button button-primary" to={`${INVENTORY}&new=zone${only ? `&site=${only.id}` : ""}`}>
              <Icon name="plus" />
              {texts.newZone}
            </Link>
          )}
        </Editing>
      }
      actions={actions}
      entries={management.zones}
      onChanged={() => [list, activity].map((answer) => answer.ask())}
    />
  );
}

function useZoneFilters(
  sites: readonly Site[],
  accounts: ReadonlyMap<number, string>,
): ListFilter<ZoneRow>[] {
  const { inventory: texts } = useTexts();
  const names = useMemo(() => {
    const toNamed = ({ id, name, account }: Site) => ({ id, name, parent: accounts.get(account) });
    const name = createNaming(sites.map(toNamed));
    return new Map(sites.map((site) => [site.id, name(toNamed(site))]));
  }, [sites, accounts]);
  const publisher: ListFilter<ZoneRow> = {
    label: texts.publisher,
    part: "publisher.zones",
    read: ({ parent }) => (parent ? [String(parent.account)] : []),
    name: (key) => accounts.get(Number(key)),
  };
  return [
    ...(accounts.size > 0 ? [publisher] : []),
    {
      label: texts.site,
      part: "site.zones",
      read: ({ site }) => [String(site)],
      name: (key) => names.get(Number(key)),
    },
    { label: texts.size, part: "size.zones", read: ({ size }) => [size], name: () => undefined },
  ];
}

/** Sums the last 24 hours; undefined until they are known. */
function sumActivity(rows: readonly ZoneRow[]): Pick<Sums, "ad_requests" | "filled"> | undefined {
  const known = rows.flatMap(({ activity }) => activity ?? []);
  if (known.length === 0) return undefined;
  const sum = (key: "requests" | "filled") => known.reduce((total, each) => total + each[key], 0);
  return { ad_requests: sum("requests"), filled: sum("filled") };
}

function computeFill(rows: readonly ZoneRow[]): number | undefined {
  const sums = sumActivity(rows);
  return sums && computeFillRate(sums);
}

/** `isStale`: the activity is not loaded yet. */
function useZoneColumns(hasSites: boolean, isStale: boolean): EntryColumn<ZoneRow>[] {
  const { inventory: texts } = useTexts();
  const { formatValue } = useLocale();
  const ago = useAgo();
  const describeLast = ({ last_request: last }: ZoneActivity) => (last ? ago(last) : <NothingAsked />);
  const site: EntryColumn<ZoneRow> = {
    key: "site",
    label: texts.site,
    read: ({ parent }) => parent?.name,
    cell: ({ parent, owner }) =>
      parent && (
        <div>
          <Link to={linkTo("site_id", parent.id)}>{parent.name}</Link>
          {owner && <div class="hint">{owner}</div>}
        </div>
      ),
  };
  return [
    {
      key: "name",
      label: texts.zone,
      isHeading: true,
      read: ({ name }) => name,
      cell: ({ id, name, size, note }) => (
        <>
          <Link class="deeper" to={linkTo("zone_id", id)}>
            {name}
          </Link>
          <span class="hint">
            #{id} · {size}
          </span>
          {note && <span class="hint">{note}</span>}
        </>
      ),
    },
    ...(hasSites ? [site] : []),
    {
      key: "last",
      label: texts.lastRequest,
      isStale,
      read: ({ activity }) => activity?.last_request ?? undefined,
      cell: ({ activity }) => activity && describeLast(activity),
    },
    {
      key: "requests",
      label: texts.requests,
      isNumber: true,
      isStale,
      inFile: "end",
      read: (row) => sumActivity([row])?.ad_requests,
      cell: (row) => formatValue(sumActivity([row])?.ad_requests, "count"),
      total: (rows) => formatValue(sumActivity(rows)?.ad_requests, "count"),
    },
    {
      key: "fill",
      label: texts.fill,
      isNumber: true,
      isStale,
      read: (row) => roundRatio(computeFill([row])),
      cell: (row) => formatValue(computeFill([row]), "percent"),
      total: (rows) => formatValue(computeFill(rows), "percent"),
    },
  ];
}
