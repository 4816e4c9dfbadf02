/** Set-up link, with which the first network account is created in a browser. */
import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import * as v from "valibot";
import { MAX_TEXT } from "../../protocol/limits.ts";
import { type Catalogue, CatalogueError } from "../catalogue/catalogue.ts";
import { createIdCounter, type FindIds } from "../catalogue/document.ts";
import type { CatalogueEditor } from "../catalogue/liveCatalogue.ts";
import { NotStoredError } from "../catalogue/liveCollection.ts";
import { writeDurably } from "../files/files.ts";
import { readSavedJson } from "../files/savedFile.ts";
import { newSignInName } from "../people/peopleSchema.ts";
import { describeThrown } from "../runtime/thrown.ts";
import { hashToken } from "../signing/passwords.ts";
import { isSameText } from "../signing/sameText.ts";
import { DAY_MS } from "../values/day.ts";
import { requestObject } from "../values/requestSchemas.ts";
import { asMessage, shownName } from "../values/schemas.ts";
import { explainCatalogueError } from "./explainProblems.ts";
import { validateInput } from "./peopleChanges.ts";
import { ChangeRefused } from "./refusal.ts";
import { hashNewPassword } from "./rules.ts";
import type { Users } from "./users.ts";

/** Milliseconds for which a link is valid. */
export const SETUP_LINK_LIFE = DAY_MS;

/** The only valid token, as a digest. */
export interface SetupLinkRecord {
  digest: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** Stores the record for all nodes. */
export interface SetupLinkStore {
  read(): Promise<SetupLinkRecord | undefined>;
  write(record: SetupLinkRecord): Promise<void>;
  /** Like `write`, but returns false if there is a record that has not expired. */
  writeFirst(record: SetupLinkRecord, now: number): Promise<boolean>;
  remove(): Promise<void>;
}

const fileSchema = v.strictObject({ digest: v.string(), expiresAt: v.number() });
const REMEDY = "Remove it. The next start prints another set-up link.";

/** Stores the record in a file of the data folder. */
export class SetupLinkFile implements SetupLinkStore {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  read(): Promise<SetupLinkRecord | undefined> {
    return readSavedJson(this.#file, fileSchema, REMEDY);
  }

  write(record: SetupLinkRecord): Promise<void> {
    return writeDurably(this.#file, `${JSON.stringify(record)}\n`);
  }

  async writeFirst(record: SetupLinkRecord, now: number): Promise<boolean> {
    const found = await this.read();
    if (found && found.expiresAt > now) return false;
    await this.write(record);
    return true;
  }

  remove(): Promise<void> {
    return rm(this.#file, { force: true });
  }
}

interface SetupLinkParts {
  store: SetupLinkStore;
  /** Editor of a live catalogue; absent for a declared one. */
  editor: CatalogueEditor | undefined;
  catalogue: () => Catalogue;
  users: Pick<Users, "requireFree" | "makeOwner">;
  findIds: FindIds;
  now: () => number;
}

export class SetupLink {
  readonly #parts: SetupLinkParts;

  constructor(parts: SetupLinkParts) {
    this.#parts = parts;
  }

  /** Whether the service owns a catalogue without a network account. */
  get isNeeded(): boolean {
    return this.#parts.editor !== undefined && !hasNetwork(this.#parts.catalogue());
  }

  /** Resolves with the token of the first link; undefined when none is needed or another node has created one. */
  async issueFirst(): Promise<string | undefined> {
    if (!this.isNeeded) return undefined;
    const { token, record } = this.#create();
    return (await this.#parts.store.writeFirst(record, this.#parts.now())) ? token : undefined;
  }

  /** Resolves with the token of a new link, which replaces earlier ones. Rejects when there is a network account. */
  async issue(): Promise<string> {
    if (!this.#parts.editor) throw new Error("A file owns the catalogue. Add the network account there.");
    if (!this.isNeeded)
      throw new Error(
        "There is a network account already. `zonetag-service user reset` sets a new password for a user of it.",
      );
    const { token, record } = this.#create();
    await this.#parts.store.write(record);
    return token;
  }

  /** Creates the network account and its owner. Calls `onWrong` for an invalid token. Throws `ChangeRefused`. */
  async use(input: unknown, onWrong: () => Promise<void>, address?: string): Promise<void> {
    const { token, name, username, password } = validateInput(setupSchema, input);
    const { store, editor, users, now } = this.#parts;
    const record = await store.read();
    const isValid = record && isSameText(record.digest, hashToken(token)) && record.expiresAt > now();
    if (!editor || !this.isNeeded || !isValid) {
      await onWrong();
      throw refuseLink();
    }
    users.requireFree(username);
    const hash = await hashNewPassword(password, [username, name]);
    const id = await this.#makeNetwork(editor, name);
    await store.remove();
    try {
      await users.makeOwner({ id, name, signIn: username, password: hash }, address);
    } catch (error) {
      const reason = describeThrown(error);
      throw new ChangeRefused(503, { code: "setup-unfinished", id, reason });
    }
  }

  async #makeNetwork(editor: CatalogueEditor, name: string): Promise<number> {
    const ids = await this.#parts.findIds("accounts");
    let at = 0;
    try {
      const { put } = await editor.change(
        (document, catalogue) => {
          // The link may have been used meanwhile.
          if (hasNetwork(catalogue)) throw refuseLink();
          at = document.accounts.length;
          const id = createIdCounter(document.accounts, ids)();
          return [{ list: "accounts", entry: { id, name, role: "network" } }];
        },
        { account: { id: 0, name: "set-up link" }, request: "", time: this.#parts.now() },
      );
      return put[0]?.id ?? 0;
    } catch (error) {
      if (error instanceof CatalogueError) throw explainCatalogueError(error, ["accounts", at]);
      throw error instanceof NotStoredError ? new ChangeRefused(503, error.problem) : error;
    }
  }

  #create(): { token: string; record: SetupLinkRecord } {
    const token = randomBytes(24).toString("base64url");
    return { token, record: { digest: hashToken(token), expiresAt: this.#parts.now() + SETUP_LINK_LIFE } };
  }
}

const text = v.pipe(v.string(), v.minLength(1, asMessage({ code: "text" })));
export const setupSchema = requestObject({
  token: text,
  name: shownName(MAX_TEXT),
  username: newSignInName,
  password: text,
});

function refuseLink(): ChangeRefused {
  return new ChangeRefused(403, { code: "setup-link-invalid" });
}

function hasNetwork({ data }: Catalogue): boolean {
  return data.accounts.some(({ role }) => role === "network");
}
