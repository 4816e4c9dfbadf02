/** Publishers and advertisers of a network, with their objects and amounts of this month; or a new one. */
import { useMemo } from "preact/hooks";
import type { Role } from "../../protocol/statistics.ts";
import { Editing, useIsEditable } from "../app/editing.tsx";
import {
  useAccounts,
  useCampaigns,
  useData,
  usePerformance,
  useSites,
  useZones,
} from "../app/managementData.ts";
import { ACCOUNTS, useRouter } from "../app/router.ts";
import { linkTo } from "../objects/addresses.ts";
import { findToday } from "../reports/period.ts";
import { useLocale } from "../texts/locale.ts";
import { useTexts } from "../texts/management.ts";
import { createNumberFormats } from "../texts/numberFormats.ts";
import { EntryList } from "../ui/EntryList.tsx";
import type { EntryColumn } from "../ui/entryColumn.ts";
import { Icon } from "../ui/Icon.tsx";
import { Link } from "../ui/Link.tsx";
import { isPending, Loading } from "../ui/Loading.tsx";
import type { ListFilter } from "../ui/listFilters.ts";
import { type AccountRow, findMonth, listAccountRows, OBJECTS } from "./accountRows.ts";
import { localizePeople } from "./localizePeople.tsx";
import { NewAccount } from "./NewAccount.tsx";
import { usePeopleTexts } from "./peopleTexts.ts";
import { useRoleNames } from "./useRoleNames.ts";

export const AccountsPage = localizePeople(Accounts);

function Accounts() {
  const answers = [useAccounts(), useSites(), useZones(), useCampaigns()];
  const isEditable = useIsEditable();
  const isNew = isEditable && new URLSearchParams(useRouter().search).has("new");
  if (isPending(answers)) return <Loading answers={answers} />;
  return isNew ? <NewAccount /> : <AccountList />;
}

function AccountList() {
  const { accounts: texts, users, settings } = usePeopleTexts();
  const { campaigns, objects } = useTexts();
  const { texts: shared } = useLocale();
  const roles = useRoleNames();
  const { rows, days, isStale } = useRows();
  const nameState = (row: AccountRow) => (row.suspended ? texts.suspended : texts.active);
  const filters: ListFilter<AccountRow>[] = [
    {
      label: users.role,
      part: "role.accounts",
      read: ({ role }) => [role],
      name: (key) => (key === "publisher" || key === "advertiser" ? roles[key] : undefined),
    },
    {
      label: campaigns.state,
      part: "state.accounts",
      read: (row) => [row.suspended ? "suspended" : "active"],
      name: (key) => (key === "suspended" ? texts.suspended : texts.active),
    },
  ];
  return (
    <EntryList
      title={shared.pages.accounts}
      file="accounts"
      days={days}
      rows={rows}
      columns={useColumns(nameState, isStale)}
      fileColumns={[
        { key: "currency", label: objects.currency, read: ({ currency }) => currency },
        { key: "from", label: shared.period.from, read: () => days.from },
        { key: "to", label: shared.period.to, read: () => days.to },
        { key: "id", label: shared.export.id(settings.account), read: ({ id }) => id },
      ]}
      searched={texts.searched}
      listTexts={(row) => [roles[row.role], nameState(row)]}
      nothing={texts.none}
      filters={filters}
      links={
        <Editing>
          <Link class="button button-primary" to={`${ACCOUNTS}&new=1`}>
            <Icon name="plus" />
            {texts.add}
          </Link>
        </Editing>
      }
    />
  );
}

function useRows() {
  const accounts = useAccounts().shown?.data;
  const sites = useSites().shown?.data;
  const zones = useZones().shown?.data;
  const campaigns = useCampaigns().shown?.data;
  const { from, to } = findMonth(findToday(Date.now(), useData().account.details.timezone));
  const request = (role: Role) => ({ by: [OBJECTS[role]], role, days: { from, to } });
  const answers = [usePerformance(request("publisher")), usePerformance(request("advertiser"))];
  const [publisher, advertiser] = answers.map(({ shown }) => shown?.data);
  const rows = useMemo(
    () =>
      listAccountRows({
        accounts: accounts ?? [],
        sites: sites ?? [],
        zones: zones ?? [],
        campaigns: campaigns ?? [],
        performance: { publisher, advertiser },
      }),
    [accounts, sites, zones, campaigns, publisher, advertiser],
  );
  return { rows, days: { from, to }, isStale: answers.some((answer) => answer.isStale || !answer.shown) };
}

/** `isStale`: the amounts are missing, or those of an earlier month. */
function useColumns(nameState: (row: AccountRow) => string, isStale: boolean): EntryColumn<AccountRow>[] {
  const { accounts: texts, users } = usePeopleTexts();
  const { campaigns } = useTexts();
  const roles = useRoleNames();
  const formatAmount = useFormatAmount();
  return [
    {
      key: "name",
      label: campaigns.name,
      isHeading: true,
      read: ({ name }) => name,
      cell: ({ id, name, role }) => (
        <Link class="deeper" to={linkTo(OBJECTS[role], id)}>
          {name}
        </Link>
      ),
    },
    { key: "role", label: users.role, read: ({ role }) => roles[role] },
    {
      key: "state",
      label: campaigns.state,
      read: nameState,
      cell: (row) => (
        <span class={`state state-${row.suspended ? "waiting" : "running"}`}>{nameState(row)}</span>
      ),
    },
    {
      key: "objects",
      label: texts.objects,
      isNumber: true,
      read: ({ role, zones, campaigns }) => (role === "advertiser" ? campaigns : zones),
      cell: ({ role, sites, zones, campaigns }) =>
        role === "advertiser" ? texts.campaigns(campaigns) : texts.inventory(sites, zones),
    },
    {
      key: "amount",
      label: texts.month,
      isNumber: true,
      isStale,
      read: ({ amount }) => amount,
      // A non-breaking space keeps the line's height while it loads.
      cell: ({ amount, currency }) => (amount === undefined ? "\u00a0" : formatAmount(amount, currency)),
    },
  ];
}

/** Formats amounts in the currency of each account. */
function useFormatAmount(): (amount: number, currency: string) => string {
  const { tag } = useLocale();
  return useMemo(() => {
    const formats = new Map<string, ReturnType<typeof createNumberFormats>>();
    return (amount, currency) => {
      const format = formats.get(currency) ?? createNumberFormats(tag, currency);
      formats.set(currency, format);
      return format.formatValue(amount, "money");
    };
  }, [tag]);
}
