/** Campaigns with their states and what they delivered; several are paused, resumed or archived together. */
import { useMemo } from "preact/hooks";
import { CAMPAIGN_STATES, type CampaignActivity } from "../../protocol/management.ts";
import type { Shown } from "../../statistics/index.ts";
import { Editing } from "../app/editing.tsx";
import { useAccountNames, useAccounts, useActivity, useCampaigns, useData } from "../app/managementData.ts";
import { CAMPAIGNS } from "../app/router.ts";
import { useSharedPeriod } from "../app/useSharedPeriod.ts";
import { linkTo } from "../objects/addresses.ts";
import { useFileColumns } from "../objects/fileColumns.ts";
import { usePerformanceColumns } from "../objects/performanceColumns.ts";
import { PeriodPicker } from "../reports/controls/PeriodPicker.tsx";
import { findViewSpan } from "../reports/requests.ts";
import { useLocale } from "../texts/locale.ts";
import { useTexts } from "../texts/management.ts";
import { type BulkAction, useArchiveActions } from "../ui/BulkActions.tsx";
import { EntryList } from "../ui/EntryList.tsx";
import type { EntryColumn } from "../ui/entryColumn.ts";
import { Icon } from "../ui/Icon.tsx";
import { Link } from "../ui/Link.tsx";
import type { ListFilter } from "../ui/listFilters.ts";
import { UnknownParts } from "../ui/UnknownParts.tsx";
import { Pacing, State } from "./CampaignState.tsx";
import { useUtcLabel } from "./useUtcLabel.ts";

interface Row extends Shown<"campaigns"> {
  /** Undefined until it is loaded. */
  activity: CampaignActivity | undefined;
  /** Name of the advertiser; undefined for advertisers, whose campaigns are their own. */
  owner: string | undefined;
}

export function CampaignList({ campaigns }: { campaigns: Shown<"campaigns">[] }) {
  const { campaigns: texts } = useTexts();
  const { account, management } = useData();
  const { texts: shared } = useLocale();
  const [list, activity] = [useCampaigns(), useActivity()];
  const period = useSharedPeriod("advertiser");
  const numbers = usePerformanceColumns<Row>("campaign_id", period);
  const columns = [...useColumns(!activity.shown), ...numbers];
  const days = findViewSpan(period.view, period.moment);
  const fileColumns = useFileColumns<Row>("campaign_id", days, [
    { grouping: "advertiser_id", readId: (row) => row.account, entries: useAccounts().shown?.data },
  ]);
  const filters = useFilters();
  const actions = useActions();
  const accounts = useAccountNames();
  const activities = activity.shown?.data.campaigns;
  const rows = useMemo(() => {
    const known = new Map(activities?.map((each) => [each.id, each]));
    return campaigns.map(
      (campaign): Row => ({
        ...campaign,
        activity: known.get(campaign.id),
        owner: accounts.get(campaign.account),
      }),
    );
  }, [campaigns, activities, accounts, texts]);
  const isNetwork = account.details.kind === "network";
  return (
    <>
      <div class="row controls">
        <PeriodPicker {...period} />
      </div>
      <UnknownParts parts={period.unknown} />
      <EntryList
        title={shared.pages.campaigns}
        file="campaigns"
        rows={rows}
        columns={columns}
        days={days}
        fileColumns={fileColumns}
        searched={isNetwork ? texts.searched : texts.searchedOwn}
        listTexts={({ owner, activity, variations }) => [
          owner,
          activity && texts.states[activity.state],
          ...variations.flatMap(({ name, size, url }) => [name, size, url]),
        ]}
        listIds={({ variations }) => variations.map(({ id }) => id)}
        nameParent={({ owner }) => owner}
        nothing={isNetwork ? texts.noCampaigns : texts.noneForYou}
        filters={filters}
        links={
          isNetwork && (
            <Editing>
              <Link class="button button-primary" to={`${CAMPAIGNS}&new=1`}>
                <Icon name="plus" />
                {texts.add}
              </Link>
            </Editing>
          )
        }
        actions={actions}
        entries={management.campaigns}
        onChanged={() => [list, activity].map((answer) => answer.ask())}
      />
    </>
  );
}

/** `isStale`: the activity is not loaded yet. */
function useColumns(isStale: boolean): EntryColumn<Row>[] {
  const { campaigns: texts } = useTexts();
  const { formatValue, currency } = useLocale();
  const label = useUtcLabel();
  const { account } = useData();
  const owner: EntryColumn<Row> = {
    key: "owner",
    inFile: "parents",
    label: texts.advertiser,
    read: (row) => row.owner,
    cell: (row) => row.owner && <Link to={linkTo("advertiser_id", row.account)}>{row.owner}</Link>,
  };
  return [
    {
      key: "name",
      label: texts.name,
      isHeading: true,
      read: ({ name }) => name,
      cell: ({ id, name }) => (
        <Link class="deeper" to={linkTo("campaign_id", id)}>
          {name}
        </Link>
      ),
    },
    ...(account.details.kind === "network" ? [owner] : []),
    {
      key: "state",
      label: texts.state,
      isStale,
      read: ({ activity }) => activity && texts.states[activity.state],
      cell: ({ activity }) => activity && <State activity={activity} />,
    },
    {
      key: "today",
      label: label(texts.pacing),
      fileLabel: label(texts.pacing, currency),
      isNumber: true,
      isStale,
      read: ({ activity }) => activity && Number(activity.cost_today),
      cell: (row) => row.activity && <Pacing campaign={row} activity={row.activity} />,
      total: (rows) => formatValue(addCosts(rows), "money"),
    },
  ];
}

/** Undefined until the activity is loaded. */
function addCosts(rows: readonly Row[]): number | undefined {
  const isLoaded = rows.some(({ activity }) => activity);
  return isLoaded
    ? rows.reduce((sum, { activity }) => sum + Number(activity?.cost_today ?? 0), 0)
    : undefined;
}

/** Actions for several campaigns; advertisers cannot archive. */
function useActions(): BulkAction<"campaigns", Shown<"campaigns">>[] {
  const { campaigns: texts } = useTexts();
  const { account } = useData();
  const archive = useArchiveActions();
  const [paused, resumed] = [{ active: false }, { active: true }];
  const isOpen = ({ deleted }: Shown<"campaigns">) => !deleted;
  return [
    {
      label: texts.pause,
      describe: texts.pausedMany,
      patch: paused,
      inverse: resumed,
      isNeeded: (campaign) => isOpen(campaign) && campaign.active,
    },
    {
      label: texts.resume,
      describe: texts.resumedMany,
      patch: resumed,
      inverse: paused,
      isNeeded: (campaign) => isOpen(campaign) && !campaign.active,
    },
    ...(account.details.kind === "network" ? archive : []),
  ];
}

function useFilters(): ListFilter<Row>[] {
  const { campaigns: texts, inventory } = useTexts();
  const { account } = useData();
  const accounts = useAccountNames();
  const findState = (key: string) => CAMPAIGN_STATES.find((state) => state === key);
  const owner: ListFilter<Row> = {
    label: texts.advertiser,
    part: "advertiser",
    read: (row) => [String(row.account)],
    name: (key) => accounts.get(Number(key)),
  };
  return [
    ...(account.details.kind === "network" ? [owner] : []),
    {
      label: texts.state,
      part: "state",
      read: ({ activity }) => (activity ? [activity.state] : []),
      name: (key) => {
        const state = findState(key);
        return state && texts.states[state];
      },
    },
    {
      label: inventory.size,
      part: "size",
      read: ({ variations }) => variations.map(({ size }) => size),
      name: () => undefined,
    },
  ];
}
