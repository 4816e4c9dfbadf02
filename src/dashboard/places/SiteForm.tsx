/** A new site, or the settings of one. */
import type { Shown } from "../../statistics/index.ts";
import { useData } from "./data.ts";
import { FormFoot } from "./FormFoot.tsx";
import { OwnerField } from "./owner.tsx";
import { bindFields, Choice, Field } from "./parts.tsx";
import { useTexts } from "./texts.ts";
import { useSiteForm } from "./useSiteForm.ts";

interface SiteFormProps {
  site?: Shown<"sites"> | undefined;
  /** Absent where there is no way back. */
  onCancel?: () => void;
  onSaved(site: Shown<"sites">): void;
}

export function SiteForm({ site, onCancel, onSaved }: SiteFormProps) {
  const { inventory: texts } = useTexts();
  const { account } = useData();
  const { categories, seen, saving, values, set, owner, save, archive } = useSiteForm(site, onSaved);
  const input = bindFields(values, saving.problems, set);
  const title = seen ? texts.editSite : texts.newSite;
  return (
    <form
      class="card form"
      aria-label={title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <h2>{title}</h2>
      {!seen && account.details.kind === "network" && (
        <OwnerField owner={owner} problem={saving.problems.account} />
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
        onArchive={seen && archive}
      />
    </form>
  );
}
