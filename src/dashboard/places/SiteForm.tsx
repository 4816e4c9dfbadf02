/** A new site, or the settings of one. */
import type { Shown } from "../../statistics/index.ts";
import { useData, useNames, useSites } from "./data.ts";
import { FormFoot } from "./FormFoot.tsx";
import { OwnerField, useOwner } from "./owner.tsx";
import { bindFields, Choice, Field } from "./parts.tsx";
import { useTexts } from "./texts.ts";
import { useEdits } from "./useEdits.ts";
import { useEntry } from "./useEntry.ts";

/** As the catalogue has them. */
const HOST = /^[a-z0-9.-]{1,253}$/;

interface SiteFormProps {
  site?: Shown<"sites"> | undefined;
  /** Absent where there is no way back. */
  onCancel?: () => void;
  onSaved(site: Shown<"sites">): void;
}

export function SiteForm({ site, onCancel, onSaved }: SiteFormProps) {
  const { inventory: texts, form } = useTexts();
  const { management, account } = useData();
  const sites = useSites();
  const categories = useNames("categories");
  const { seen, saving, ...entry } = useEntry(
    management.sites,
    site,
    (last, deleted) => management.sites.change(last, { deleted }),
    () => sites.ask(),
  );
  const { values, edits, set, forget } = useEdits({
    name: seen?.name ?? "",
    hostname: seen?.hostname ?? "",
    category: seen?.category ? String(seen.category) : "",
  });
  const owner = useOwner("publisher");

  const toFields = (entered: Partial<typeof values>) => {
    const { category, ...rest } = entered;
    if (category === undefined) return rest;
    return { ...rest, ...(category ? { category: Number(category) } : seen && { category: null }) };
  };
  const save = async () => {
    const problems = {
      ...(values.name.trim() === "" && { name: form.required }),
      ...(!HOST.test(values.hostname) && { hostname: texts.wrongHost }),
      ...(!seen && !owner.isReady && { account: form.required }),
    };
    if (Object.keys(problems).length > 0) return saving.refuse(problems);
    const create = async () => {
      const id = await owner.find();
      const { name, hostname, category } = values;
      const fields = { name, hostname, ...(category && { category: Number(category) }) };
      // A publisher's own account is the service's to say.
      return management.sites.create({ ...fields, ...(id && { account: id }) });
    };
    const saved = await entry.save(() => (seen ? management.sites.change(seen, toFields(edits)) : create()));
    if (!saved) return;
    forget(values);
    onSaved(saved);
  };
  const input = bindFields(values, saving.problems, set);
  return (
    <form
      class="card form"
      aria-label={seen ? texts.editSite : texts.newSite}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <h2>{seen ? texts.editSite : texts.newSite}</h2>
      {!seen && account.details.kind === "network" && (
        <OwnerField
          owner={owner}
          label={texts.publisher}
          newLabel={texts.newPublisher}
          nameLabel={texts.publisherName}
          problem={saving.problems.account}
        />
      )}
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
      <FormFoot
        saving={saving}
        isNew={!seen}
        onCancel={onCancel}
        archived={seen?.deleted}
        onArchive={seen && entry.archive}
      />
    </form>
  );
}
