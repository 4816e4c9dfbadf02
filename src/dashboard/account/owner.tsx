/** Owner of a new site or campaign: an existing account, or a new one by name. */
import type { Role } from "../../protocol/statistics.ts";
import { isVisible } from "../../protocol/visibleText.ts";
import { useAccounts, useData } from "../app/managementData.ts";
import { useTexts } from "../texts/management.ts";
import { Choice, Field } from "../ui/fields.tsx";

const NEW = "new";

export interface OwnerValues {
  /** Account id as text, or the key for a new account. Empty: the first account. */
  owner: string;
  /** Name of a new account. */
  ownerName: string;
}

export interface Owner {
  role: Role;
  options: { key: string; label: string }[];
  /** Returns the chosen account id as text, or the key for a new account. */
  readKey(values: OwnerValues): string;
  isReady(values: OwnerValues): boolean;
  /** Returns the account's id, creating a new account first; undefined when the signed-in account is the owner. */
  find(values: OwnerValues): Promise<number | undefined>;
}

export function useOwner(role: Role): Owner {
  const { account, management } = useData();
  const accounts = useAccounts();
  const members = accounts.shown?.data.filter((each) => each.role === role) ?? [];
  const isNetwork = account.details.kind === "network";
  const readKey = ({ owner }: OwnerValues) => owner || String(members[0]?.id ?? NEW);
  return {
    role,
    options: members.map((each) => ({ key: String(each.id), label: each.name })),
    readKey,
    isReady: (values) => !isNetwork || readKey(values) !== NEW || isVisible(values.ownerName),
    find: async (values) => {
      if (!isNetwork) return undefined;
      const key = readKey(values);
      if (key !== NEW) return Number(key);
      // A retry sends the same idempotency key, so it creates no second account.
      const { id } = await management.accounts.create({ name: values.ownerName.trim(), role });
      accounts.ask();
      return id;
    },
  };
}

interface OwnerFieldProps {
  owner: Owner;
  values: OwnerValues;
  set(changes: Partial<OwnerValues>): void;
  problem?: string | undefined;
}

export function OwnerField({ owner, values, set, problem }: OwnerFieldProps) {
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
        <Field
          label={nameLabel}
          value={values.ownerName}
          onInput={(ownerName) => set({ ownerName })}
          problem={problem}
          isRequired
        />
      )}
    </>
  );
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
