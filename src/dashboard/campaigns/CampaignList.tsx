/** Campaigns with their states and what they delivered; several are paused, resumed or archived together. */
import type { CampaignActivity, CampaignState } from "../../protocol/management.ts";
import { listKeys } from "../../protocol/tables.ts";
import type { Shown } from "../../statistics/index.ts";
import { Editing } from "../app/editing.tsx";
import { useAccounts, useActivity, useCampaigns, useData } from "../app/managementData.ts";
import { CAMPAIGNS } from "../app/router.ts";
import { useAddressPart } from "../app/useAddressPart.ts";
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
import { UnknownParts } from "../ui/UnknownParts.tsx";
import { Pacing, State } from "./CampaignState.tsx";
import { useUtcLabel } from "./useUtcLabel.ts";

interface Row extends Shown<"campaigns"> {
  /** Undefined until it is loaded. */
  activity: CampaignActivity | undefined;
}

export function CampaignList({ campaigns }: { campaigns: Shown<"campaigns">[] }) {
  const { campaigns: texts } = useTexts();
  const { account, management } = useData();
  const { texts: shared } = useLocale();
  const [list, activity] = [useCampaigns(), useActivity()];
  const [state, setState] = useAddressPart("state", ["page.campaigns"]);
  const period = useSharedPeriod("advertiser");
  const numbers = usePerformanceColumns<Row>("campaign_id", period);
  const columns = [...useColumns(), ...numbers];
  const days = findViewSpan(period.view, period.moment);
  const fileColumns = useFileColumns<Row>("campaign_id", days, [
    { grouping: "advertiser_id", readId: (row) => row.account, entries: useAccounts().shown?.data },
  ]);
  const actions = useActions();
  const rows = campaigns.map((campaign): Row => {
    const known = activity.shown?.data.campaigns;
    return { ...campaign, activity: known?.find(({ id }) => id === campaign.id) };
  });
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
        rows={rows.filter((row) => state === "" || row.activity?.state === state)}
        columns={columns}
        days={days}
        fileColumns={fileColumns}
        nothing={isNetwork ? texts.noCampaigns : texts.noneForYou}
        hasEntries={rows.length > 0}
        filters={<StateFilter value={state} onChange={setState} />}
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

function useColumns(): EntryColumn<Row>[] {
  const { campaigns: texts } = useTexts();
  const { formatValue, currency } = useLocale();
  const label = useUtcLabel();
  const accounts = useAccounts().shown?.data;
  return [
    {
      key: "name",
      label: texts.name,
      isHeading: true,
      read: ({ name }) => name,
      cell: ({ id, name, account }) => (
        <>
          <Link class="deeper" to={linkTo("campaign_id", id)}>
            {name}
          </Link>
          {accounts && (
            <Link class="hint" to={linkTo("advertiser_id", account)}>
              {accounts.find((each) => each.id === account)?.name}
            </Link>
          )}
        </>
      ),
    },
    {
      key: "state",
      label: texts.state,
      read: ({ activity }) => activity && texts.states[activity.state],
      cell: ({ activity }) => activity && <State activity={activity} />,
    },
    {
      key: "today",
      label: label(texts.pacing),
      fileLabel: label(texts.pacing, currency),
      isNumber: true,
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

function StateFilter({ value, onChange }: { value: string; onChange(state: string): void }) {
  const { campaigns: texts } = useTexts();
  return (
    <label class="field">
      <span>{texts.state}</span>
      <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        <option value="">{texts.anyState}</option>
        {listKeys<Record<CampaignState, string>>(texts.states).map((state) => (
          <option key={state} value={state}>
            {texts.states[state]}
          </option>
        ))}
      </select>
    </label>
  );
}
