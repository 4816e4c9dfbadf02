/** Owner of a new site or campaign: an existing account, or a new one by name. */
import type { Role } from "../../protocol/statistics.ts";
import { useAccounts, useData } from "../app/managementData.ts";
import { findCurrency } from "../campaigns/currencies.ts";
import { useTexts } from "../texts/management.ts";
import { Choice, Field, type FieldProps } from "../ui/fields.tsx";
import { type Found, findNameProblem } from "../ui/problems.ts";
import type { Problems } from "../ui/useSaving.ts";
import { isCode, type OwnerValues, parseCurrencyCode } from "./ownerValues.ts";

const NEW = "new";

export interface Owner {
  role: Role;
  options: { key: string; label: string }[];
  /** Returns the chosen account id as text, or the key for a new account. */
  readKey(values: OwnerValues): string;
  /** Returns the currency of the chosen account, or of the new one. */
  readCurrency(values: OwnerValues): string;
  check(values: OwnerValues): Found;
  /** Returns the account's id, creating a new account first; undefined when the signed-in account is the owner. */
  find(values: OwnerValues): Promise<number | undefined>;
}

export function useOwner(role: Role): Owner {
  const { account, management } = useData();
  const { objects } = useTexts();
  const accounts = useAccounts();
  const members = accounts.shown?.data.filter((each) => each.role === role) ?? [];
  const isNetwork = account.details.kind === "network";
  const readKey = ({ owner }: OwnerValues) => owner || String(members[0]?.id ?? NEW);
  const readCurrency = (values: OwnerValues) => {
    const id = Number(readKey(values));
    const typed = parseCurrencyCode(values.ownerCurrency ?? "");
    return (!id && typed) || findCurrency(accounts.shown?.data ?? [], id || undefined, account.details);
  };
  return {
    role,
    options: members.map((each) => ({ key: String(each.id), label: each.name })),
    readKey,
    readCurrency,
    check: (values) => {
      if (!isNetwork || readKey(values) !== NEW) return {};
      return {
        account: findNameProblem(values.ownerName),
        currency: isCode(readCurrency(values)) ? undefined : objects.wrongCurrency,
      };
    },
    find: async (values) => {
      if (!isNetwork) return undefined;
      const key = readKey(values);
      if (key !== NEW) return Number(key);
      // A retry sends the same idempotency key, so it creates no second account.
      const name = values.ownerName.trim();
      const { id } = await management.accounts.create({ name, role, currency: readCurrency(values) });
      accounts.ask();
      return id;
    },
  };
}

interface OwnerFieldProps {
  owner: Owner;
  values: OwnerValues;
  set(changes: Partial<OwnerValues>): void;
  problems: Problems;
}

export function OwnerField({ owner, values, set, problems }: OwnerFieldProps) {
  const { label, newLabel, nameLabel } = useLabels(owner.role);
  const key = owner.readKey(values);
  return (
    <>
      {owner.options.length > 0 && (
        <Choice
          label={label}
          value={key}
          options={[...owner.options, { key: NEW, label: newLabel }]}
          onInput={(next) => set({ owner: next })}
        />
      )}
      {key === NEW && (
        <>
          <Field
            label={nameLabel}
            value={values.ownerName}
            onInput={(ownerName) => set({ ownerName })}
            problem={problems.account}
            isRequired
          />
          <CurrencyField
            value={values.ownerCurrency ?? owner.readCurrency(values)}
            onInput={(ownerCurrency) => set({ ownerCurrency })}
            problem={problems.currency}
          />
        </>
      )}
    </>
  );
}

/** Field for a code of ISO 4217. */
export function CurrencyField(props: Pick<FieldProps, "value" | "onInput" | "problem">) {
  const { objects } = useTexts();
  return <Field label={objects.currency} hint={objects.currencyHint} isRequired {...props} />;
}

function useLabels(role: Role) {
  const { inventory, campaigns } = useTexts();
  if (role === "publisher") {
    const { publisher, newPublisher, publisherName } = inventory;
    return { label: publisher, newLabel: newPublisher, nameLabel: publisherName };
  }
  const { advertiser, newAdvertiser, advertiserName } = campaigns;
  return { label: advertiser, newLabel: newAdvertiser, nameLabel: advertiserName };
}
