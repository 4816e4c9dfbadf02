/** Page that a network has for each publisher or advertiser. */
import type { ManagedAccount } from "../../protocol/management.ts";
import type { Role } from "../../protocol/statistics.ts";
import type { Shown } from "../../statistics/index.ts";
import { CurrencyField } from "../account/owner.tsx";
import { isCode, parseCurrencyCode } from "../account/ownerValues.ts";
import { useAccounts, useCampaigns, useData, useSites, useTimezones } from "../app/managementData.ts";
import { ACCOUNTS } from "../app/router.ts";
import { ApiTokens } from "../people/ApiTokens.tsx";
import { usePeopleTexts } from "../people/peopleTexts.ts";
import { SuspendSwitch } from "../people/SuspendSwitch.tsx";
import { Users } from "../people/Users.tsx";
import { useTokens, useUsers } from "../people/usePeople.ts";
import { findToday } from "../reports/period.ts";
import { useTexts } from "../texts/management.ts";
import { FormCard } from "../ui/FormCard.tsx";
import { bindFields, Field } from "../ui/fields.tsx";
import { Link } from "../ui/Link.tsx";
import { isPending, Loading } from "../ui/Loading.tsx";
import { LostLink } from "../ui/LostLink.tsx";
import { findNameProblem } from "../ui/problems.ts";
import { useEntryForm } from "../ui/useEntryForm.ts";
import { linkTo } from "./addresses.ts";
import { GoalsField } from "./GoalsField.tsx";
import { findGoalProblems, type GoalRow, readGoals, writeGoals } from "./goalRows.ts";
import { ObjectPage } from "./ObjectPage.tsx";

export interface AccountPageProps {
  id: number;
  side: Role;
}

export function AccountPage({ id, side }: AccountPageProps) {
  const { campaigns } = useTexts();
  const accounts = useAccounts();
  const { accounts: texts } = usePeopleTexts();
  const { kind, access } = useData().account.details;
  const isOwner = kind === "network" && access === "owner";
  const people = [useUsers(id, isOwner), useTokens(id, isOwner)];
  if (kind === "network" && !accounts.shown) return <Loading answers={[accounts]} />;
  const account = accounts.shown?.data.find((each) => each.id === id && each.role === side);
  if (!account) return <LostLink names={["account"]} />;
  if (isPending(people)) return <Loading answers={people} />;
  return (
    <ObjectPage
      key={id}
      back={ACCOUNTS}
      name={account.name}
      facts={
        <>
          <span class="hint">#{id}</span>
          <span>{side === "advertiser" ? campaigns.advertiser : campaigns.publisher}</span>
          <span class="hint">
            {account.currency} · {account.timezone}
          </span>
          {account.suspended && <b class="problem">{texts.suspended}</b>}
        </>
      }
      numbers={{ role: side, kind: side === "advertiser" ? "advertiser_id" : "publisher_id", id }}
      history={{ kind: "accounts", id }}
    >
      {isOwner && <AccountForm account={account} onChanged={() => accounts.ask()} />}
      <Owned account={account} side={side} />
      {isOwner && (
        <>
          <Users account={id} />
          <ApiTokens account={id} />
        </>
      )}
    </ObjectPage>
  );
}

/** Links to the sites of a publisher or the campaigns of an advertiser. */
function Owned({ account: { id: owner }, side }: { account: ManagedAccount; side: Role }) {
  const { inventory, objects } = useTexts();
  const [sites, campaigns] = [useSites().shown?.data, useCampaigns().shown?.data];
  const isAdvertiser = side === "advertiser";
  const entries = isAdvertiser ? campaigns : sites;
  const title = isAdvertiser ? objects.campaigns : inventory.sites;
  const own = entries?.filter(({ account, deleted }) => account === owner && !deleted) ?? [];
  return (
    <section class="card" aria-label={title}>
      <h2>{title}</h2>
      {own.length === 0 && <p class="hint">–</p>}
      <ul class="row loose">
        {own.map(({ id, name }) => (
          <li key={id}>
            <Link to={linkTo(isAdvertiser ? "campaign_id" : "site_id", id)}>{name}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface Settings {
  name: string;
  currency: string;
  timezone: string;
  goals: GoalRow[];
}

/** Settings of an account, which the owners of its network change. */
function AccountForm({ account, onChanged }: { account: Shown<"accounts">; onChanged(): void }) {
  const { objects, campaigns } = useTexts();
  const { settings } = usePeopleTexts();
  const zones = useTimezones();
  const { accounts: entries } = useData().management;
  const form = useEntryForm<"accounts", Settings>({
    kind: "accounts",
    entries,
    given: account,
    read: (entry = account) => ({
      name: entry.name,
      currency: entry.currency,
      timezone: entry.timezone,
      goals: readGoals(entry),
    }),
    check: ({ name, currency, goals }) => ({
      ...findGoalProblems(goals),
      name: findNameProblem(name),
      currency: isCode(parseCurrencyCode(currency)) ? undefined : objects.wrongCurrency,
    }),
    write: ({ name, currency, timezone, goals }) => ({
      ...writeGoals(goals),
      name,
      currency: parseCurrencyCode(currency),
      timezone: timezone.trim(),
    }),
    onChanged,
  });
  const { goals, ...fields } = form.values;
  const input = bindFields<Exclude<keyof Settings, "goals">>(fields, form.problems, form.set);
  return (
    <FormCard title={objects.accountSettings} {...form.card}>
      <Field label={campaigns.name} isRequired {...input("name")} />
      <CurrencyField {...input("currency")} />
      <Field
        label={settings.timezone}
        hint={settings.timezoneHint}
        suggestions={zones}
        isRequired
        {...input("timezone")}
      />
      {account.role === "advertiser" && (
        <div>
          <GoalsField
            goals={goals}
            saved={form.saved.goals.length}
            today={findToday(Date.now(), "UTC")}
            problems={form.problems}
            onChange={(next) => form.set({ goals: next })}
          />
        </div>
      )}
      <SuspendSwitch
        account={form.seen ?? account}
        onChange={(suspended) => void form.apply((last) => entries.change(last, { suspended }))}
      />
    </FormCard>
  );
}
