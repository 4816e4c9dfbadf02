/** What ids are called, learned from every report that goes by. */
import type { Grouping } from "../protocol/statistics.ts";
import { nameOfAdblock, nameOfGroup, valueOfGroup } from "./format.ts";
import type { AnyReport, Detail } from "./reports.ts";
import type { FilterValue } from "./view.ts";

export class Names {
  #names = new Map<string, string>();

  learn(report: AnyReport): void {
    for (const { group_by } of report.result) {
      for (const [grouping, detail] of Object.entries(group_by) as [Grouping, Detail][]) {
        const value = valueOfGroup(grouping, detail);
        const name = nameOfGroup(grouping, detail);
        if (typeof value !== "object" && name) this.set(grouping, value, name);
      }
    }
  }

  set(grouping: string, value: FilterValue, name: string): void {
    this.#names.set(`${grouping}:${value}`, name);
  }

  knows(grouping: string, value: FilterValue): boolean {
    return this.#names.has(`${grouping}:${value}`);
  }

  of(grouping: string, value: FilterValue): string {
    if (grouping === "adblock") return nameOfAdblock(String(value));
    if (grouping === "hour") return `${String(value).padStart(2, "0")}:00`;
    return this.#names.get(`${grouping}:${value}`) ?? (typeof value === "number" ? `#${value}` : value);
  }
}
