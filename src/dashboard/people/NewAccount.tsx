/** Form of a new account with its first owner, and the owner's link after that. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { CurrencyField } from "../account/owner.tsx";
import { isCode, parseCurrencyCode } from "../account/ownerValues.ts";
import { useAccounts, useData, useTimezones } from "../app/managementData.ts";
import { ACCOUNTS, useRouter } from "../app/router.ts";
import { findCurrency } from "../campaigns/currencies.ts";
import { linkTo } from "../objects/addresses.ts";
import { explainRefusal } from "../texts/errors.ts";
import { useLocale } from "../texts/locale.ts";
import { useTexts } from "../texts/management.ts";
import { useMoment } from "../texts/moment.ts";
import { FormCard } from "../ui/FormCard.tsx";
import { bindFields, Choice, Field } from "../ui/fields.tsx";
import { Link } from "../ui/Link.tsx";
import { findNameProblem } from "../ui/problems.ts";
import { Secret } from "../ui/Secret.tsx";
import { useEntryForm } from "../ui/useEntryForm.ts";
import { OBJECTS } from "./accountRows.ts";
import { type CreatedAccount, createAccount, isAddress, type NewAccountValues } from "./createAccount.ts";
import { usePeopleTexts } from "./peopleTexts.ts";
import { useExplainMail, usePeople } from "./usePeople.ts";
import { useRoleNames } from "./useRoleNames.ts";

export function NewAccount() {
  const { go } = useRouter();
  const [created, setCreated] = useState<CreatedAccount>();
  if (created) return <Created created={created} />;
  const finish = (made: CreatedAccount) => {
    // Only a link or a problem has to be read before the account's page.
    if (made.owner || made.error) setCreated(made);
    else go(findAddress(made));
  };
  return <AccountForm onCreated={finish} />;
}

function findAddress({ account: { id, role } }: CreatedAccount): string {
  return linkTo(OBJECTS[role === "advertiser" ? "advertiser" : "publisher"], id);
}

function AccountForm({ onCreated }: { onCreated(created: CreatedAccount): void }) {
  const { accounts: texts, settings, users } = usePeopleTexts();
  const { campaigns, objects } = useTexts();
  const { language } = useLocale();
  const { go } = useRouter();
  const { account, management } = useData();
  const isOwner = account.details.access === "owner";
  const [accounts, people, zones, roles] = [useAccounts(), usePeople(), useTimezones(), useRoleNames()];
  const created = useRef<CreatedAccount>(undefined);
  const form = useEntryForm<"accounts", NewAccountValues>({
    kind: "accounts",
    entries: management.accounts,
    given: undefined,
    read: () => ({
      name: "",
      role: "publisher",
      currency: findCurrency(accounts.shown?.data ?? [], undefined, account.details),
      timezone: account.details.timezone,
      ownerName: "",
      ownerEmail: "",
    }),
    check: ({ name, currency, timezone, ownerName, ownerEmail }) => ({
      name: findNameProblem(name),
      currency: isCode(parseCurrencyCode(currency)) ? undefined : objects.wrongCurrency,
      timezone: zones.length === 0 || zones.includes(timezone.trim()) ? undefined : texts.wrongTimezone,
      ownerName: ownerName || ownerEmail ? findNameProblem(ownerName) : undefined,
      ownerEmail: (ownerName || ownerEmail) && !isAddress(ownerEmail) ? texts.wrongEmail : undefined,
    }),
    write: (values) => values,
    create: async (values) => {
      const services = { accounts: management.accounts, people, language };
      const currency = parseCurrencyCode(values.currency);
      created.current = await createAccount({ ...values, currency }, services);
      return created.current.account;
    },
    onChanged: () => accounts.ask(),
    onCancel: () => go(ACCOUNTS),
    onSaved: () => created.current && onCreated(created.current),
  });
  const input = bindFields<Exclude<keyof NewAccountValues, "role">>(form.values, form.problems, form.set);
  return (
    <FormCard title={texts.add} {...form.card}>
      <Field label={campaigns.name} isRequired {...input("name")} />
      <Choice
        label={users.role}
        value={form.values.role}
        options={[
          { key: "publisher", label: roles.publisher },
          { key: "advertiser", label: roles.advertiser },
        ]}
        onInput={(key) => form.set({ role: key === "advertiser" ? "advertiser" : "publisher" })}
      />
      <CurrencyField {...input("currency")} />
      {isOwner && (
        <>
          <Field
            label={settings.timezone}
            hint={settings.timezoneHint}
            suggestions={zones}
            isRequired
            {...input("timezone")}
          />
          <Field label={texts.ownerName} hint={texts.ownerHint} {...input("ownerName")} />
          <Field label={texts.ownerEmail} hint={users.emailHint} {...input("ownerEmail")} />
        </>
      )}
    </FormCard>
  );
}

function Created({ created }: { created: CreatedAccount }) {
  const { accounts: texts, users } = usePeopleTexts();
  const locale = useLocale();
  const formatMoment = useMoment();
  const explainMail = useExplainMail();
  const { account, owner, error } = created;
  const card = useRef<HTMLElement>(null);
  // The form had the focus, and is removed.
  useLayoutEffect(() => {
    if (!owner?.link) card.current?.focus();
  }, []);
  return (
    <section class="card stack" aria-label={account.name} ref={card} tabIndex={-1}>
      <h2>{texts.created(account.name)}</h2>
      {error && <p class="problem">{texts.unfinished(explainRefusal(error, locale))}</p>}
      {owner && !owner.link && (
        <p>{owner.mail ? explainMail(owner.name, owner.mail) : texts.joined(owner.name)}</p>
      )}
      {owner?.link && owner.expires_at && (
        <Secret
          label={users.link(owner.name)}
          hint={users.linkHint(formatMoment(owner.expires_at))}
          copyLabel={users.copyLink}
          text={owner.link}
        />
      )}
      <div class="row">
        <Link class="button" to={findAddress(created)}>
          {texts.open}
        </Link>
      </div>
    </section>
  );
}
