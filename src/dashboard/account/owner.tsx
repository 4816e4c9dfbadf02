/** Owner of a new site or campaign: an existing account, or a new one by name. */
import { useState } from "preact/hooks";
import type { Role } from "../../protocol/statistics.ts";
import { isVisible } from "../../protocol/visibleText.ts";
import { useAccounts, useData } from "../app/managementData.ts";
import { useLocale } from "../texts/locale.ts";
import { useTexts } from "../texts/management.ts";
import { Choice, Field } from "../ui/fields.tsx";

const NEW = "new";

export interface Owner {
  role: Role;
  options: { key: string; label: string }[];
  /** Account id as text, or the key for a new account. */
  key: string;
  name: string;
  set(key: string): void;
  setName(name: string): void;
  /** Whether the accounts are loading. */
  isWaiting: boolean;
  isReady: boolean;
  /** Returns the account's id, creating a new account first; undefined when the signed-in account is the owner. */
  find(): Promise<number | undefined>;
}

export function useOwner(role: Role, first?: number): Owner {
  const { account, management } = useData();
  const accounts = useAccounts();
  const members = accounts.shown?.data.filter((each) => each.role === role) ?? [];
  const [chosen, set] = useState<string>();
  const [name, setName] = useState("");
  const key = chosen ?? String(first ?? members[0]?.id ?? NEW);
  const isNetwork = account.details.kind === "network";
  const isWaiting = isNetwork && !accounts.shown && !accounts.error;
  return {
    options: members.map((each) => ({ key: String(each.id), label: each.name })),
    role,
    key,
    name,
    set,
    setName,
    isWaiting,
    isReady: !isNetwork || key !== NEW || (!isWaiting && isVisible(name)),
    find: async () => {
      if (!isNetwork) return undefined;
      if (key !== NEW) return Number(key);
      const { id } = await management.accounts.create({ name: name.trim(), role });
      // If saving fails, the next attempt uses the created account.
      set(String(id));
      accounts.ask();
      return id;
    },
  };
}

interface OwnerFieldProps {
  owner: Owner;
  problem?: string | undefined;
}

export function OwnerField({ owner, problem }: OwnerFieldProps) {
  const { texts } = useLocale();
  const { label, newLabel, nameLabel } = useLabels(owner.role);
  // Whether a name is required is known only once the accounts are loaded.
  if (owner.isWaiting)
    return (
      <Choice
        label={label}
        value={NEW}
        options={[{ key: NEW, label: texts.loading }]}
        onInput={owner.set}
        isDisabled
      />
    );
  return (
    <>
      {owner.options.length > 0 && (
        <Choice
          label={label}
          value={owner.key}
          options={[...owner.options, { key: NEW, label: newLabel }]}
          onInput={owner.set}
        />
      )}
      {owner.key === NEW && (
        <Field label={nameLabel} value={owner.name} onInput={owner.setName} problem={problem} isRequired />
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
