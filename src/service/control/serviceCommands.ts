/** Commands that a running service carries out for programs on the same machine. */
import type { CatalogueAnswer, CatalogueRequest } from "../catalogue/catalogueRequests.ts";
import type { Delivered } from "../facts/delivered.ts";
import type { ImportOutcome, ImportRequest } from "../import/importRequests.ts";
import type { UserAnswer, UserRequest } from "../management/userRequests.ts";

/** Commands by their name on the socket. Input and output are sent as JSON, bigints as strings. */
export interface ServiceCommands {
  /** Copies the data to an empty folder. */
  backup(to: { path: string }): Promise<void>;
  catalogue(request: CatalogueRequest): Promise<CatalogueAnswer>;
  /** Lists the deliveries of all campaigns. */
  delivered(): Promise<Delivered[]>;
  imports(request: ImportRequest): Promise<ImportOutcome>;
  /** Warns of ids in a parsed catalogue file that belonged to another owner. */
  owners(file: unknown): Promise<string[]>;
  /** Creates a link for creating the first network account. */
  "setup-link"(): Promise<string>;
  users(request: UserRequest): Promise<UserAnswer>;
}

export type CommandName = keyof ServiceCommands;
export type CommandInput<Name extends CommandName> = Parameters<ServiceCommands[Name]>;
export type CommandOutput<Name extends CommandName> = AsJson<Awaited<ReturnType<ServiceCommands[Name]>>>;

/** Type of a value that was sent as JSON. */
type AsJson<T> = T extends bigint | Date ? string : T extends object ? { [K in keyof T]: AsJson<T[K]> } : T;
