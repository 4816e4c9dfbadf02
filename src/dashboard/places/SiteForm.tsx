/** A new site, or the settings of one. */
import { useState } from "preact/hooks";
import type { Shown } from "../../statistics/index.ts";
import { useData, useNames, useSites } from "./data.ts";
import { FormFoot } from "./FormFoot.tsx";
import { OwnerField, useOwner } from "./owner.tsx";
import { Choice, Field } from "./parts.tsx";
import { listDifferences, useSaving } from "./save.ts";
import { useTexts } from "./texts.ts";
import { useEdits } from "./useEdits.ts";

/** As the catalogue has them. */
const HOST = /^[a-z0-9.-]{1,253}$/;

interface SiteFormProps {
  site?: Shown<"sites"> | undefined;
  /** Absent where there is no way back. */
  onCancel?: () => void;
  onSaved(site: Shown<"sites">): void;
}

export function SiteForm({ site, onCancel, onSaved }: SiteFormProps) {
  const { inventory: texts, campaigns, form } = useTexts();
  const { management, account } = useData();
  const sites = useSites();
  const categories = useNames("categories");
  const saving = useSaving();
  const [seen, setSeen] = useState(site);
  const { values, edits, set, reset } = useEdits({
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
    let saved: Shown<"sites"> | undefined;
    const work = async () => {
      if (seen) saved = await management.sites.change(seen, toFields(edits));
      else {
        const id = await owner.find();
        const { name, hostname, category } = values;
        const fields = { name, hostname, ...(category && { category: Number(category) }) };
        // A publisher's own account is the service's to say.
        saved = await management.sites.create({ ...fields, ...(id && { account: id }) });
      }
    };
    const onConflict = async () => {
      const fresh = await management.sites.get(seen?.id ?? 0);
      const fields = listDifferences(seen ?? {}, fresh);
      setSeen(fresh);
      return fields.length > 0 ? form.conflict(fields.join(", ")) : form.unchanged;
    };
    if (!(await saving.run(work, onConflict)) || !saved) return;
    setSeen(saved);
    reset();
    sites.ask();
    onSaved(saved);
  };
  const archive = async (deleted: boolean) => {
    if (!seen) return;
    const isDone = await saving.run(async () => {
      setSeen(await management.sites.change({ id: seen.id, version: seen.version }, { deleted }));
    });
    if (isDone) sites.ask();
  };
  const input = (name: keyof typeof values) => ({
    value: values[name],
    problem: saving.problems[name],
    onInput: (value: string) => set({ [name]: value }),
  });
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
          label={campaigns.targeting.categories}
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
        onArchive={seen && archive}
      />
    </form>
  );
}
