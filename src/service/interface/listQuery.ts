/** Query parameters, by the same rules for collections, management lists and imports. */
import { MAX_PAGE } from "../../protocol/management.ts";
import type { Problem } from "../../protocol/problems.ts";
import { formatPath } from "../../protocol/validation.ts";
import { isDay } from "../values/day.ts";
import type { FieldProblem } from "../values/problemList.ts";

/** Position and maximum length of a page; undefined where the query omits it. */
interface PageRange {
  limit: number | undefined;
  offset: number | undefined;
}

/** Reads parameters one by one and collects the problems of all of them. */
export class ListQuery {
  readonly problems: FieldProblem[] = [];
  readonly #query: Readonly<Record<string, string>>;

  constructor(query: Readonly<Record<string, string>>) {
    this.#query = query;
  }

  parseRange(): PageRange {
    return {
      limit: this.parseWhole("limit", 1, MAX_PAGE),
      offset: this.parseWhole("offset", 0, Number.MAX_SAFE_INTEGER),
    };
  }

  /** Reads the id of an entry; those of declared people are negative. */
  parseId(name: string): number | undefined {
    const text = this.#query[name];
    if (text === undefined) return undefined;
    if (/^-?[1-9]\d{0,15}$/.test(text)) return Number(text);
    this.#refuse(name, { code: "id" });
    return undefined;
  }

  /** Reads one of some names. */
  parseName<N extends string>(name: string, names: readonly N[]): N | undefined {
    const text = this.#query[name];
    const found = names.find((one) => one === text);
    if (text !== undefined && found === undefined) this.#refuse(name, { code: "one-of", values: names });
    return found;
  }

  parseDay(name: string): string | undefined {
    const text = this.#query[name];
    if (text === undefined || (/^\d{4}-\d{2}-\d{2}$/.test(text) && isDay(text))) return text;
    this.#refuse(name, { code: "day-form", form: "YYYY-mm-dd" });
    return undefined;
  }

  /** Reads a flag in the spellings that reports accept. */
  parseFlag(name: string): boolean {
    const text = this.#query[name];
    if (text === "1" || text === "true") return true;
    if (text !== undefined && text !== "0" && text !== "false")
      this.#refuse(name, { code: "flag-or-boolean" });
    return false;
  }

  parseWhole(name: string, least: number, most: number): number | undefined {
    const text = this.#query[name];
    if (text === undefined) return undefined;
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    this.#refuse(name, { code: "whole-number-range", least, most });
    return undefined;
  }

  #refuse(name: string, problem: Problem): void {
    this.problems.push({ path: formatPath([name]), problem });
  }
}
