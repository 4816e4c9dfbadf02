/** A new zone in one form, or the settings of one. */
import type { Shown } from "../../statistics/index.ts";
import { FormFoot } from "./FormFoot.tsx";
import { bindFields, Choice, Field } from "./parts.tsx";
import { useTexts } from "./texts.ts";
import { useZoneForm } from "./useZoneForm.ts";

/** The most common ones of https://www.iab.com/guidelines/iab-new-ad-portfolio/, before those that are in use. */
const USUAL_SIZES = ["300x250", "728x90", "320x50", "160x600", "300x600", "970x250", "320x100", "336x280"];

interface ZoneFormProps {
  zone?: Shown<"zones">;
  /** The site that a new zone is for at first. */
  site?: number | undefined;
  onCancel?: () => void;
  onSaved?: (zone: Shown<"zones">) => void;
}

export function ZoneForm({ zone, site, onCancel, onSaved }: ZoneFormProps) {
  const { inventory: texts } = useTexts();
  const { sites, seen, saving, values, set, save, archive } = useZoneForm(zone, site, onSaved);
  const input = bindFields(values, saving.problems, set);
  const title = seen ? texts.edit : texts.newZone;
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
      {!seen && sites.length > 1 && (
        <Choice
          label={texts.site}
          options={sites.map(({ id, name }) => ({ key: String(id), label: name }))}
          {...input("site")}
        />
      )}
      <Field label={texts.zoneName} hint={texts.zoneNameHint} isRequired {...input("name")} />
      <Field
        label={texts.size}
        hint={texts.sizeHint}
        suggestions={USUAL_SIZES}
        isRequired
        {...input("size")}
      />
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
