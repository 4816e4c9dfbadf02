/** Zones with their numbers. */
import type { ZoneActivity } from "../../protocol/management.ts";
import type { Shown } from "../../statistics/index.ts";
import { Editing } from "../app/editing.tsx";
import { useAccounts, useActivity, useData, useZones } from "../app/managementData.ts";
import { INVENTORY } from "../app/router.ts";
import type { SharedPeriod } from "../app/useSharedPeriod.ts";
import { linkTo } from "../objects/addresses.ts";
import { useFileColumns } from "../objects/fileColumns.ts";
import { usePerformanceColumns } from "../objects/performanceColumns.ts";
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
  const known = new Map(activity.shown?.data.zones.map((each) => [each.id, each]));
  const rows = zones.map((zone): ZoneRow => ({ ...zone, activity: known.get(zone.id) }));
  return (
    <EntryList
      title={texts.zones}
      hasHeading
      file="zones"
      rows={rows}
      columns={[...useZoneColumns(only ? undefined : sites), ...numbers]}
      days={days}
      fileColumns={fileColumns}
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

/** `sites`: absent when all zones belong to the same one. */
function useZoneColumns(sites: readonly Site[] | undefined): EntryColumn<ZoneRow>[] {
  const { inventory: texts } = useTexts();
  const { formatValue, formatCount } = useLocale();
  const ago = useAgo();
  const describeLast = ({ last_request: last }: ZoneActivity) => (last ? ago(last) : <NothingAsked />);
  const nameSite = (id: number) => sites?.find((site) => site.id === id)?.name;
  const site: EntryColumn<ZoneRow> = {
    key: "site",
    label: texts.site,
    read: (zone) => nameSite(zone.site),
    cell: (zone) => <Link to={linkTo("site_id", zone.site)}>{nameSite(zone.site)}</Link>,
  };
  return [
    {
      key: "name",
      label: texts.zone,
      isHeading: true,
      read: ({ name }) => name,
      cell: ({ id, name, size }) => (
        <>
          <Link class="deeper" to={linkTo("zone_id", id)}>
            {name}
          </Link>
          <span class="hint">
            #{id} · {size}
          </span>
        </>
      ),
    },
    ...(sites ? [site] : []),
    {
      key: "last",
      label: texts.lastRequest,
      read: ({ activity }) => activity?.last_request ?? undefined,
      cell: ({ activity }) => activity && describeLast(activity),
    },
    {
      key: "fill",
      label: texts.fill,
      isNumber: true,
      read: ({ activity }) =>
        activity && activity.requests > 0
          ? roundRatio((100 * activity.filled) / activity.requests)
          : undefined,
      cell: ({ activity }) =>
        activity && activity.requests > 0 ? (
          <>
            {formatValue((100 * activity.filled) / activity.requests, "percent")}{" "}
            <span class="hint">{texts.ofRequests(formatCount(activity.requests))}</span>
          </>
        ) : (
          "–"
        ),
    },
  ];
}
