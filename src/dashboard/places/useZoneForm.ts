/** A zone while somebody edits it: what was entered, checked and saved. */
import type { Shown } from "../../statistics/index.ts";
import { useActivity, useData, useSites, useZones } from "./data.ts";
import { isSize, readSize } from "./size.ts";
import { useTexts } from "./texts.ts";
import { useEdits } from "./useEdits.ts";
import { useEntry } from "./useEntry.ts";

/** A new one is for the site with the id `site`, else for the first one. */
export function useZoneForm(
  zone: Shown<"zones"> | undefined,
  site: number | undefined,
  onSaved: ((zone: Shown<"zones">) => void) | undefined,
) {
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
    const size = readSize(values.size);
    const problems = {
      ...(values.name.trim() === "" && { name: form.required }),
      ...(!isSize(size) && { size: texts.wrongSize }),
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
  return { sites, seen, saving, values, set, save, archive: entry.archive };
}
