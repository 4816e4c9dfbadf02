/** Names by id, collected from all reports. */

import type { Locale } from "../texts/locale.ts";
import { type FilterValue, getGroup, isGrouping } from "./groups.ts";
import type { Report } from "./requests.ts";

export class Names {
  #details = new Map<string, object>();

  learn(report: Report): void {
    for (const { group_by } of report.result) {
      for (const [grouping, detail] of Object.entries(group_by)) {
        if (!isGrouping(grouping) || !detail) continue;
        const value = getGroup(grouping, detail);
        if (typeof value !== "object") this.add(grouping, value, detail);
      }
    }
  }

  add(grouping: string, value: FilterValue, detail: object): void {
    this.#details.set(`${grouping}:${value}`, detail);
  }

  has(grouping: string, value: FilterValue): boolean {
    return this.#details.has(`${grouping}:${value}`);
  }

  get(grouping: string, value: FilterValue, locale: Locale): string {
    const detail = this.#details.get(`${grouping}:${value}`);
    const name = isGrouping(grouping) ? locale.nameGroup(grouping, detail) : undefined;
    return name ?? locale.nameValue(grouping, value);
  }
}
