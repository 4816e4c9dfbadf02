/**
 * Requests of the `catalogue` commands, handled in this process or by the service that holds the data folder's lock.
 */
import { applyFile } from "./applyFile.ts";
import { CatalogueError } from "./catalogue.ts";
import type { CatalogueDocument, FindIds } from "./document.ts";
import type { LiveCatalogue } from "./liveCatalogue.ts";
import type { SignInTaker } from "./signIns.ts";

export type CatalogueRequest =
  | { action: "export" }
  | {
      action: "apply";
      /** A parsed file. */
      value: unknown;
      isDryRun: boolean;
      /** Expected number of the last change; the file is refused when the number differs. */
      sequence?: number | undefined;
    };

export interface CatalogueAnswer {
  document: CatalogueDocument;
  /** Number of the last change. */
  sequence: number;
  /** Lines that describe the applied changes; see `applyFile`. */
  lines: string[];
  /** Problems that prevented the change; otherwise empty. */
  problems: string[];
}

export interface RequestContext {
  /** Milliseconds since 1970. */
  time: number;
  /** Protects the images named in a text from deletion until the catalogue references them. */
  retain(text: string): Promise<void>;
  signIns: SignInTaker;
  findIds: FindIds;
}

export async function runCatalogueRequest(
  live: LiveCatalogue,
  request: CatalogueRequest,
  { time, retain, ...options }: RequestContext,
): Promise<CatalogueAnswer> {
  let lines: string[] = [];
  let problems: string[] = [];
  if (request.action === "apply") {
    const { value, isDryRun, sequence } = request;
    const account = { id: 0, name: "zonetag-service catalogue" };
    try {
      await retain(JSON.stringify(value));
      const author = { account, request: "", time };
      lines = await applyFile(live, value, { ...options, author, isDryRun, sequence });
    } catch (error) {
      if (!(error instanceof CatalogueError)) throw error;
      problems = error.problems;
    }
  }
  return { document: live.document, sequence: live.sequence, lines, problems };
}
