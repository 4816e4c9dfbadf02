/** Form for a new or an existing site. */
import type { Shown } from "../../statistics/index.ts";
import { OwnerField, useOwner } from "../account/owner.tsx";
import { NO_OWNER, type OwnerValues } from "../account/ownerValues.ts";
import { useAccounts, useData, useNames, useNamesAnswer, useSites } from "../app/managementData.ts";
import { nameOptions } from "../campaigns/targetingOptions.ts";
import { useTexts } from "../texts/management.ts";
import { type AmountFormat, useAmounts } from "../texts/typedAmounts.ts";
import { Chips } from "../ui/Chips.tsx";
import { FormCard } from "../ui/FormCard.tsx";
import { bindFields, Choice, Field } from "../ui/fields.tsx";
import { Loaded } from "../ui/Loading.tsx";
import { findNameProblem } from "../ui/problems.ts";
import { useEntryForm } from "../ui/useEntryForm.ts";
import { isHost, parseHost } from "./hostname.ts";
import { parsePercent, writePercent } from "./publisherShare.ts";

type Site = Shown<"sites">;

interface SiteFormProps {
  site?: Site | undefined;
  /** Absent when the form cannot be cancelled. */
  onCancel?: () => void;
  onSaved?(site: Site): void;
}

interface Values extends OwnerValues {
  name: string;
  hostname: string;
  /** Id of a category; empty for none. */
  category: string;
  /** Percent; empty for the service's default. */
  share: string;
  /** Ids of advertisers. */
  blocked: string[];
}

function toFormValues(site: Site | undefined, amounts: AmountFormat): Values {
  const { name = "", hostname = "", category, publisherShare, blockedAdvertisers = [] } = site ?? {};
  return {
    ...NO_OWNER,
    name,
    hostname,
    category: category ? String(category) : "",
    share: publisherShare === undefined ? "" : writePercent(publisherShare, amounts),
    blocked: blockedAdvertisers.map(String),
  };
}

function writeSite({ name, hostname, category, share, blocked }: Values, amounts: AmountFormat) {
  return {
    name,
    hostname: parseHost(hostname),
    category: category ? Number(category) : undefined,
    publisherShare: parsePercent(share, amounts),
    blockedAdvertisers: blocked.map(Number),
  };
}

export function SiteForm(props: SiteFormProps) {
  const answers = [useAccounts(), useNamesAnswer("categories"), useNamesAnswer("advertisers")];
  return (
    <Loaded answers={answers}>
      <Form {...props} />
    </Loaded>
  );
}

function useSiteForm({ site, onCancel, onSaved }: SiteFormProps) {
  const { inventory: texts } = useTexts();
  const { sites: entries } = useData().management;
  const sites = useSites();
  const owner = useOwner("publisher");
  const amounts = useAmounts();
  const form = useEntryForm<"sites", Values>({
    kind: "sites",
    entries,
    given: site,
    read: (seen) => toFormValues(seen, amounts),
    check: ({ name, hostname, share, ...owned }, seen) => ({
      name: findNameProblem(name),
      hostname: isHost(parseHost(hostname)) ? undefined : texts.wrongHost,
      publisherShare: share.trim() && !parsePercent(share, amounts) ? texts.wrongShare : undefined,
      ...(!seen && owner.check(owned)),
    }),
    write: (values) => writeSite(values, amounts),
    create: async (values) => {
      // Without an account, the service takes the publisher's own.
      const account = await owner.find(values);
      return entries.create({ ...writeSite(values, amounts), ...(account && { account }) });
    },
    onChanged: () => sites.ask(),
    onCancel,
    onSaved,
  });
  return { ...form, owner };
}

function Form(props: SiteFormProps) {
  const { inventory: texts, campaigns } = useTexts();
  const categories = useNames("categories");
  const advertisers = useNames("advertisers");
  const { kind, publisher_share } = useData().account.details;
  const isNetwork = kind === "network";
  const amounts = useAmounts();
  const { card, seen, problems, values, set, owner } = useSiteForm(props);
  const input = bindFields<"name" | "hostname" | "category" | "share">(values, problems, set);
  return (
    <FormCard title={seen ? texts.editSite : texts.newSite} {...card}>
      {!seen && isNetwork && <OwnerField owner={owner} values={values} set={set} problems={problems} />}
      <Field label={texts.siteName} isRequired {...input("name")} />
      <Field label={texts.hostname} hint={texts.hostnameHint} isRequired {...input("hostname")} />
      {categories.length > 0 && (
        <Choice
          label={texts.category}
          options={[
            { key: "", label: "–" },
            ...categories.map(({ id, name }) => ({ key: String(id), label: name })),
          ]}
          {...input("category")}
        />
      )}
      {isNetwork && (
        <Field
          label={texts.share}
          hint={publisher_share && texts.shareHint(writePercent(publisher_share, amounts))}
          inputMode="decimal"
          {...input("share")}
          problem={problems.publisherShare}
        />
      )}
      {(advertisers.length > 0 || values.blocked.length > 0) && (
        <Chips
          label={texts.blocked}
          hint={texts.blockedHint}
          values={values.blocked}
          options={nameOptions(advertisers, campaigns.states.archived)}
          empty={texts.noneBlocked}
          onChange={(blocked) => set({ blocked })}
        />
      )}
    </FormCard>
  );
}
