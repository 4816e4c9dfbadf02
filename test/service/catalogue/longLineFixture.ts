/** Opens the live catalogue in the given data folder, and lists and checks its changes; prints what it found. */

import { LiveCatalogue } from "../../../src/service/catalogue/liveCatalogue.ts";
import { locateLiveCatalogue, requireWhole } from "../../../src/service/catalogue/logFiles.ts";
import { FolderChanges } from "../../../src/service/management/changeLog.ts";

const [, , data = ""] = process.argv;
const live = await LiveCatalogue.open({ data });
const log = new FolderChanges(data, live);
const { count, entries } = await log.list({ isVisible: () => true, limit: 5, offset: 1 });
await requireWhole(locateLiveCatalogue(data));
await live.close();
console.log(JSON.stringify([live.document.accounts.length, count, entries.map(({ id }) => id)]));
