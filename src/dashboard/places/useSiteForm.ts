/** A site while somebody edits it: what was entered, checked and saved. */
import type { Shown } from "../../statistics/index.ts";
import { useData, useNames, useSites } from "./data.ts";
import { useOwner } from "./owner.tsx";
import { useTexts } from "./texts.ts";
import { useEdits } from "./useEdits.ts";
import { useEntry } from "./useEntry.ts";

/** As the catalogue has them. */
const HOST = /^[a-z0-9.-]{1,253}$/;

interface Values {
  name: string;
  hostname: string;
  /** The id of a category; empty for none. */
  category: string;
}

export function useSiteForm(site: Shown<"sites"> | undefined, onSaved: (site: Shown<"sites">) => void) {
  const { inventory: texts, form } = useTexts();
  const { management } = useData();
  const sites = useSites();
  const categories = useNames("categories");
  const { seen, saving, ...entry } = useEntry(
    management.sites,
    site,
    (last, deleted) => management.sites.change(last, { deleted }),
    () => sites.ask(),
  );
  const { values, edits, set, forget } = useEdits<Values>({
    name: seen?.name ?? "",
    hostname: seen?.hostname ?? "",
    category: seen?.category ? String(seen.category) : "",
  });
  const owner = useOwner("publisher");
  const create = async () => {
    const id = await owner.find();
    const { name, hostname, category } = values;
    const fields = { name, hostname, ...(category && { category: Number(category) }) };
    // A publisher's own account is the service's to say.
    return management.sites.create({ ...fields, ...(id && { account: id }) });
  };
  const save = async () => {
    const problems = {
      ...(values.name.trim() === "" && { name: form.required }),
      ...(!HOST.test(values.hostname) && { hostname: texts.wrongHost }),
      ...(!seen && !owner.isReady && { account: form.required }),
    };
    if (Object.keys(problems).length > 0) return saving.refuse(problems);
    const saved = await entry.save(() =>
      seen ? management.sites.change(seen, writeChanges(edits)) : create(),
    );
    if (!saved) return;
    forget(values);
    onSaved(saved);
  };
  return { categories, seen, saving, values, set, owner, save, archive: entry.archive };
}

/** Null takes the category away. */
function writeChanges({ category, ...rest }: Partial<Values>) {
  if (category === undefined) return rest;
  return { ...rest, category: category ? Number(category) : null };
}
