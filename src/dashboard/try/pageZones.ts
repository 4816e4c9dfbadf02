/** Zones in a page's markup, with the values that the tag would send. */

export interface PageZone {
  id: number;
  keywords: string;
  /** Pairs such as `section=sports; plan=members`. */
  targeting: string;
  /** Media query of the screens that the zone is for; undefined for all. */
  media: string | undefined;
}

/** Reads which part of the page's address the tag sends: a mode, or the address itself. */
export function findReferer(html: string): string {
  const page = new DOMParser().parseFromString(html, "text/html");
  return findScript(page)?.dataset.referer ?? DEFAULT_REFERER;
}

export const DEFAULT_REFERER = "path";

/** Composes the page's address as the tag sends it, without credentials and fragment. */
export function composeReferer(address: string, mode: string): string {
  if (/^https?:/.test(mode)) return mode;
  const { origin, pathname, search } = new URL(address);
  if (mode === "origin") return origin;
  return mode === "full" ? origin + pathname + search : origin + pathname;
}

/**
 * Finds the tag's script: by its file name, else the first with an endpoint. Other vendors' scripts may have one, too.
 */
function findScript(page: Document): HTMLElement | undefined {
  const all = [...page.querySelectorAll<HTMLElement>("script[data-endpoint]")];
  return all.find((script) => /\bzonetag[^/]*\.js/.test(getSource(script))) ?? all[0];
}

/** Consent managers move the address to `data-src`. */
function getSource(script: HTMLElement): string {
  return script.getAttribute("src") ?? script.dataset.src ?? "";
}

/** Reads the placeholders. As in the tag, attributes of its script are their defaults. */
export function findZones(html: string): PageZone[] {
  const page = new DOMParser().parseFromString(html, "text/html");
  const defaults = findScript(page)?.dataset ?? {};
  const placeholders = page.querySelectorAll<HTMLElement>("[data-zone-id]:not(script), ins[data-zoneid]");
  return [...placeholders].flatMap(({ dataset }) => {
    const { zoneId, zoneid = "", keywords, media } = dataset;
    const number = zoneId ?? zoneid;
    const id = /^\s*\d+\s*$/.test(number) ? Number(number) : 0;
    if (!Number.isSafeInteger(id) || id < 1) return [];
    const targeting = listTargets({ ...defaults, ...dataset });
    return [{ id, keywords: cleanKeywords(keywords) || cleanKeywords(defaults.keywords), targeting, media }];
  });
}

function cleanKeywords(list = ""): string {
  const words = list.split(",").map((word) => word.trim());
  return words.filter((word) => word !== "").join(", ");
}

/** Reads `targetPlan` of a dataset, which is `data-target-plan` in HTML, as `plan`. */
function listTargets(dataset: DOMStringMap): string {
  const names = Object.keys(dataset).filter((name) => /^target[A-Z-]/.test(name));
  const pairs = names.map((name) => {
    const key = name.replace(/[A-Z]/g, "-$&").toLowerCase().slice("target-".length);
    return `${key}=${dataset[name]?.replaceAll(";", "\\;")}`;
  });
  return pairs.join("; ");
}

/** Reads pairs such as `section=sports; plan=members`; undefined when there are none. `\;` is part of a value. */
export function parseTargeting(text: string): Record<string, string> | undefined {
  const pairs = (text.match(/(?:\\;|[^;])+/g) ?? []).flatMap((pair) => {
    const [key = "", ...values] = pair.replaceAll("\\;", ";").split("=");
    return key.trim() === "" || values.length === 0 ? [] : [[key.trim(), values.join("=").trim()] as const];
  });
  return pairs.length > 0 ? Object.fromEntries(pairs) : undefined;
}
