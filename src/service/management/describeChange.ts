/** A change in words for others: a line of the log of changes, or the reason why it was not made. */
import type { Account, Catalogue, CatalogueError } from "../catalogue/catalogue.ts";
import { type AuditEntry, digestText } from "./auditLog.ts";
import { hideSecrets, listCreativesAt, listEntries } from "./entries.ts";
import { ChangeRefused, type FieldProblems } from "./refusal.ts";
import type { Entry, Kind } from "./resources.ts";

export type ChangedKind = Kind | "creatives";

/** Which entry is new or changed: its id, its place in its list, and for a creative its campaign's place. */
export interface ChangedPlace {
  id: number;
  at: number;
  campaign?: number;
}

/** A change that passed the catalogue's check. */
export interface CheckedEdit extends ChangedPlace {
  text: string;
  before: Catalogue;
  after: Catalogue;
}

/** `time`: milliseconds since 1970. */
export function describeChange(
  account: Account,
  kind: ChangedKind,
  edit: CheckedEdit,
  time: number,
): AuditEntry {
  const [old, fresh] = [edit.before, edit.after].map((catalogue) => locate(catalogue, kind, edit));
  return {
    time: new Date(time).toISOString(),
    account: { id: account.id, name: account.name },
    action: old ? "change" : "create",
    kind,
    id: edit.id,
    owner: findOwner(edit.after, kind, edit),
    ...(old && { before: hideSecrets(old) }),
    after: hideSecrets(fresh as Entry),
    catalogue: digestText(edit.text),
  };
}

function locate(catalogue: Catalogue, kind: ChangedKind, { at, campaign }: ChangedPlace): Entry | undefined {
  if (kind !== "creatives") return listEntries(catalogue, kind)[at];
  return campaign === undefined ? undefined : listCreativesAt(catalogue, campaign)[at];
}

function findOwner(catalogue: Catalogue, kind: ChangedKind, { at, campaign }: ChangedPlace): number {
  const { data, sites } = catalogue;
  if (kind === "accounts") return Number(data.accounts[at]?.id);
  if (kind === "zones") return Number(sites.get(Number(data.zones[at]?.site))?.account);
  if (kind === "sites") return Number(data.sites[at]?.account);
  return Number(data.campaigns[campaign ?? at]?.account);
}

/** Problems of the entry that was sent are named by its own fields; others keep their path in the catalogue. */
export function explainCatalogueError(
  error: CatalogueError,
  { at, campaign }: ChangedPlace,
  kind: ChangedKind,
): ChangeRefused {
  const own = kind === "creatives" ? `campaigns[${campaign}].variations[${at}]` : `${kind}[${at}]`;
  const problems: FieldProblems = error.problems.map((problem) => {
    const [path = "", ...rest] = problem.split(": ");
    const field = path.startsWith(own) ? path.slice(own.length).replace(/^\./, "") : path;
    const brackets = field
      .replace(/\[(\d+)\]/g, ".$1")
      .split(".")
      .filter(Boolean);
    return { [brackets.map((key) => `[${key}]`).join("") || "[body]"]: writeSentence(rest.join(": ")) };
  });
  return new ChangeRefused(400, "The change was not made.", problems);
}

function writeSentence(text: string): string {
  const sentence = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
