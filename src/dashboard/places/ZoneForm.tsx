/** A new zone in one form, or the settings of one. */
import type { Shown } from "../../statistics/index.ts";
import { useActivity, useData, useSites, useZones } from "./data.ts";
import { FormFoot } from "./FormFoot.tsx";
import { bindFields, Choice, Field } from "./parts.tsx";
import { useTexts } from "./texts.ts";
import { useEdits } from "./useEdits.ts";
import { useEntry } from "./useEntry.ts";

const SIZE = /^[1-9]\d{0,4}x[1-9]\d{0,4}$/;
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
  const { inventory: texts, form } = useTexts();
  const { management } = useData();
  const zones = useZones();
  const activity = useActivity();
  const sites = useSites().shown?.data.filter(({ deleted }) => !deleted) ?? [];
  const { seen, saving, ...entry } = useEntry(
    management.zones,
    zone,
    (last, deleted) => management.zones.change(last, { deleted }),
    () => {
      for (const answer of [zones, activity]) answer.ask({ isQuiet: true });
    },
  );
  const { values, edits, set, forget } = useEdits({
    site: String(site ?? sites[0]?.id ?? ""),
    name: seen?.name ?? "",
    size: seen?.size ?? "",
  });
  const save = async () => {
    const size = values.size.replace(/[\s×]+/g, (gap) => (gap.includes("×") ? "x" : "")).toLowerCase();
    const problems = {
      ...(values.name.trim() === "" && { name: form.required }),
      ...(!SIZE.test(size) && { size: texts.wrongSize }),
    };
    if (Object.keys(problems).length > 0) return saving.refuse(problems);
    const { site: _, ...changes } = edits;
    const saved = await entry.save(() =>
      seen
        ? management.zones.change(seen, { ...changes, ...(changes.size && { size }) })
        : management.zones.create({ site: Number(values.site), name: values.name, size }),
    );
    if (!saved) return;
    forget(values);
    onSaved?.(saved);
  };
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
        onArchive={seen && entry.archive}
      />
    </form>
  );
}
