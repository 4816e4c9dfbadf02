/** Whose a new site or campaign is: an account that there is, or a new one by its name. */
import { useState } from "preact/hooks";
import type { Role } from "../../protocol/statistics.ts";
import { useLocale } from "../locale.ts";
import { useAccounts, useData } from "./data.ts";
import { Choice, Field } from "./parts.tsx";
import { useTexts } from "./texts.ts";

const NEW = "new";

export interface Owner {
  role: Role;
  options: { key: string; label: string }[];
  /** The id as text, or that of none yet. */
  key: string;
  name: string;
  set(key: string): void;
  setName(name: string): void;
  /** The accounts are on their way. */
  isWaiting: boolean;
  isReady: boolean;
  /** The account's id, once it is made; undefined where the account that is signed in is the owner. */
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
    ...{ role, key, name, set, setName, isWaiting },
    isReady: !isNetwork || key !== NEW || (!isWaiting && name.trim() !== ""),
    find: async () => {
      if (!isNetwork) return undefined;
      if (key !== NEW) return Number(key);
      const { id } = await management.accounts.create({ name: name.trim(), role });
      // Should what follows fail, the account is there for the next try.
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
  // Whether a name has to be entered is known once the accounts are.
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
