/** Reads text typed or pasted among chips, and finds the options it may mean. Pure. */
import { fold } from "./fold.ts";

export interface Option {
  key: string;
  label: string;
  /** Other names to find it by. */
  others?: readonly string[];
  /** Whether it is only shown when chosen, and not offered. */
  isArchived?: boolean;
}

/** Values in a text, and the rest that is not a value. */
export interface Read {
  keys: string[];
  rest: string;
}

/** Maximum options in a list; typing more narrows it. */
const MOST_LISTED = 50;

/** Without options, each part between commas and lines is a value. */
export function parseTypedWords(text: string): Read {
  return { keys: text.split(/[,\r\n\t]/).flatMap((part) => part.trim() || []), rest: "" };
}

export function createOptionSearch(options: readonly Option[]) {
  const offered = options.filter(({ isArchived }) => !isArchived);
  const entries = offered.map((option) => ({
    ...option,
    name: fold(option.label),
    names: [option.label, ...(option.others ?? [])].map(fold),
  }));
  const mostCommas = Math.max(0, ...entries.flatMap(({ names }) => names.map(countCommas)));

  /** Finds the key of a complete name; undefined when several options have it. */
  const find = (text: string): string | undefined => {
    const wanted = fold(text);
    const findOnly = (isFound: (entry: (typeof entries)[number]) => boolean) => {
      const [first, second] = entries.filter(isFound);
      return second ? undefined : first?.key;
    };
    if (wanted === "") return undefined;
    return (
      findOnly(({ label }) => label === text.trim()) ??
      findOnly(({ name }) => name === wanted) ??
      findOnly(({ name, names }) => name !== wanted && names.includes(wanted))
    );
  };

  /** Reads one line. Joins as many of its parts between commas as possible into one name. */
  const readLine = (line: string): Read => {
    const parts = line.split(",");
    const [keys, rest]: [string[], string[]] = [[], []];
    for (let at = 0; at < parts.length; ) {
      let end = Math.min(parts.length, at + mostCommas + 1);
      let key = find(parts.slice(at, end).join(","));
      while (key === undefined && end > at + 1) key = find(parts.slice(at, --end).join(","));
      if (key === undefined) rest.push(parts[at]?.trim() ?? "");
      else keys.push(key);
      at = end;
    }
    return { keys, rest: rest.filter((part) => part !== "").join(", ") };
  };

  const isUnfinished = (text: string): boolean => {
    const begun = fold(text);
    return entries.some(({ names }) => names.some((name) => name.startsWith(begun) && name !== begun));
  };

  return {
    find,
    /** Reads complete names between commas and lines. */
    read: (text: string): Read => {
      const lines = text.split(/[\r\n\t]/).map(readLine);
      const rests = lines.flatMap(({ rest }) => rest || []);
      return { keys: lines.flatMap(({ keys }) => keys), rest: rests.join(", ") };
    },
    /** Whether a longer name begins with the text. */
    isUnfinished,
    /** Options that contain the text, those that begin with it first. */
    list: (text: string, chosen: readonly string[]): Option[] => {
      const wanted = fold(text);
      const rank = ({ names }: (typeof entries)[number]) =>
        names.some((name) => name.startsWith(wanted)) ? 0 : 1;
      const found = entries.filter(
        ({ key, names }) => !chosen.includes(key) && names.some((name) => name.includes(wanted)),
      );
      return found.sort((a, b) => rank(a) - rank(b)).slice(0, MOST_LISTED);
    },
  };
}

function countCommas(text: string): number {
  return text.split(",").length - 1;
}
