/** Named views of the statistics that an account has saved. */
import * as v from "valibot";
import type { SavedView } from "../../protocol/account.ts";
import type { Account } from "../catalogue/catalogue.ts";
import { SerialQueue } from "../runtime/serialQueue.ts";
import { asMessage, shownName, strictObject } from "../values/schemas.ts";
import type { RecordStore } from "./recordStore.ts";

/** Maximum views of an account. */
export const MAX_VIEWS = 100;
const MAX_NAME = 60;
const MAX_ADDRESS = 4_000;

const ADDRESS = asMessage({ code: "query-string" });
export const viewSchema = strictObject({
  name: shownName(MAX_NAME),
  view: v.pipe(v.string(ADDRESS), v.startsWith("?", ADDRESS), v.maxLength(MAX_ADDRESS, ADDRESS)),
});

/** The views of one account, in the order in which they were saved. */
export interface ViewsRecord {
  /** Id of the account. */
  id: string;
  views: SavedView[];
}

export class SavedViews {
  readonly #store: RecordStore<ViewsRecord>;
  /** Serializes changes, because each reads and rewrites all views of an account. */
  readonly #changes = new SerialQueue();

  constructor(store: RecordStore<ViewsRecord>) {
    this.#store = store;
  }

  async list({ id }: Account): Promise<SavedView[]> {
    return (await this.#store.find(String(id)))?.views ?? [];
  }

  /** Saves a view, replacing one of the same name. Returns false when the account has too many other views. */
  save(account: Account, { name, view }: SavedView): Promise<boolean> {
    return this.#changes.run(async () => {
      const others = (await this.list(account)).filter((saved) => saved.name !== name);
      if (others.length >= MAX_VIEWS) return false;
      await this.#store.add({ id: String(account.id), views: [...others, { name, view }] });
      return true;
    });
  }

  /** Removes a view. Returns false when the account has no view of that name. */
  remove(account: Account, name: string): Promise<boolean> {
    return this.#changes.run(async () => {
      const views = await this.list(account);
      const others = views.filter((saved) => saved.name !== name);
      if (others.length === views.length) return false;
      await this.#store.add({ id: String(account.id), views: others });
      return true;
    });
  }
}
