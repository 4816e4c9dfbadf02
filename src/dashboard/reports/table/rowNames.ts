/** Names of groups in a table: rows of one name carry their parent, `Masthead · Longshore`. */
import { getDetail } from "../../../protocol/groupNames.ts";
import { GROUPINGS, type Grouping } from "../../../protocol/statistics.ts";
import { createNaming, type NamedObject } from "../../objects/nameApart.ts";
import type { Locale } from "../../texts/locale.ts";
import { PARENTS } from "../parents.ts";
import type { ReportRecord } from "../requests.ts";

/** `groupings`: the columns of the table; a parent that has one is not repeated. */
export function createRowNames(
  records: readonly ReportRecord[],
  groupings: readonly Grouping[],
  { nameGroup }: Pick<Locale, "nameGroup">,
): (grouping: Grouping, detail: object) => string | undefined {
  const read = (grouping: Grouping, detail: object): NamedObject => ({
    id: getDetail(detail, "id") ?? "",
    name: nameGroup(grouping, detail) ?? "",
    parent: getDetail(detail, PARENTS[grouping]?.[1] ?? ""),
  });
  const namings = new Map(
    groupings
      .filter((grouping) => GROUPINGS[grouping].kind === "id")
      .map((grouping) => {
        const details = records.flatMap(({ group_by }) => group_by[grouping] ?? []);
        const [parent] = PARENTS[grouping] ?? [];
        const isColumn = parent !== undefined && groupings.includes(parent);
        return [
          grouping,
          createNaming(
            details.map((detail) => read(grouping, detail)),
            isColumn,
          ),
        ];
      }),
  );
  return (grouping, detail) => {
    const naming = namings.get(grouping);
    return naming ? naming(read(grouping, detail)) : nameGroup(grouping, detail);
  };
}
