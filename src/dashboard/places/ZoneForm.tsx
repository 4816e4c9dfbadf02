/** A new zone in one form, or the settings of one. */
import { useState } from "preact/hooks";
import type { Shown } from "../../statistics/index.ts";
import { useActivity, useData, useSites, useZones } from "./data.ts";
import { FormFoot } from "./FormFoot.tsx";
import { Choice, Field } from "./parts.tsx";
import { listDifferences, useSaving } from "./save.ts";
import { useTexts } from "./texts.ts";
import { useEdits } from "./useEdits.ts";

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
  const saving = useSaving();
  const [seen, setSeen] = useState(zone);
  const { values, edits, set, reset } = useEdits({
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
    let saved: Shown<"zones"> | undefined;
    const work = async () => {
      const { site: _, ...changes } = edits;
      saved = seen
        ? await management.zones.change(seen, { ...changes, ...(changes.size && { size }) })
        : await management.zones.create({ site: Number(values.site), name: values.name, size });
    };
    const onConflict = async () => {
      const fresh = await management.zones.get(seen?.id ?? 0);
      const fields = listDifferences(seen ?? {}, fresh);
      setSeen(fresh);
      return fields.length > 0 ? form.conflict(fields.join(", ")) : form.unchanged;
    };
    if (!(await saving.run(work, onConflict)) || !saved) return;
    setSeen(saved);
    reset();
    for (const answer of [zones, activity]) answer.ask({ isQuiet: true });
    onSaved?.(saved);
  };
  const archive = async (deleted: boolean) => {
    if (!seen) return;
    const isDone = await saving.run(async () => setSeen(await management.zones.change(seen, { deleted })));
    if (isDone) for (const answer of [zones, activity]) answer.ask({ isQuiet: true });
  };
  const input = (name: keyof typeof values) => ({
    value: values[name],
    problem: saving.problems[name],
    onInput: (value: string) => set({ [name]: value }),
  });
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
