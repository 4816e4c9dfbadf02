/** Form for a new or an existing zone. */
import type { Shown } from "../../statistics/index.ts";
import { useActivity, useData, useSites, useZones } from "../app/managementData.ts";
import { useTexts } from "../texts/management.ts";
import { FormCard } from "../ui/FormCard.tsx";
import { bindFields, Choice, Field } from "../ui/fields.tsx";
import { findNameProblem, findTextProblem } from "../ui/problems.ts";
import { useEntryForm } from "../ui/useEntryForm.ts";
import { isSize, normalizeSize } from "./size.ts";

type Zone = Shown<"zones">;

interface ZoneFormProps {
  zone?: Zone;
  /** Preselected site of a new zone. */
  site?: number | undefined;
  onCancel?: () => void;
  onSaved?: (zone: Zone) => void;
}

/** Common sizes of https://www.iab.com/guidelines/iab-new-ad-portfolio/ */
const USUAL_SIZES = ["300x250", "728x90", "320x50", "160x600", "300x600", "970x250", "320x100", "336x280"];

interface Values {
  site: string;
  name: string;
  size: string;
  note: string;
}

const write = ({ name, size, note }: Values) => ({
  name,
  size: normalizeSize(size),
  note: note.trim() || undefined,
});

export function ZoneForm({ zone, site, onCancel, onSaved }: ZoneFormProps) {
  const { inventory: texts } = useTexts();
  const { zones: entries } = useData().management;
  const answers = [useZones(), useActivity()];
  const sites = useSites().shown?.data.filter(({ deleted }) => !deleted) ?? [];
  const { card, seen, problems, values, set } = useEntryForm<"zones", Values>({
    kind: "zones",
    entries,
    given: zone,
    read: (seen) => ({
      site: String(site ?? sites[0]?.id ?? ""),
      name: seen?.name ?? "",
      size: seen?.size ?? "",
      note: seen?.note ?? "",
    }),
    check: ({ name, size, note }) => ({
      name: findNameProblem(name),
      size: isSize(normalizeSize(size)) ? undefined : texts.wrongSize,
      note: findTextProblem(note),
    }),
    write,
    create: (values) => entries.create({ site: Number(values.site), ...write(values) }),
    onChanged: () => {
      for (const answer of answers) answer.ask({ isQuiet: true });
    },
    onCancel,
    onSaved,
  });
  const input = bindFields(values, problems, set);
  return (
    <FormCard title={seen ? texts.edit : texts.newZone} {...card}>
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
      <Field label={texts.note} hint={texts.noteHint} {...input("note")} />
    </FormCard>
  );
}
