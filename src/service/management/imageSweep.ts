/** Deletes, every hour, the uploaded images that neither a catalogue nor the log of changes references. */
import type { Campaign, Catalogue } from "../catalogue/catalogue.ts";
import { forEachSliced, runInSlices } from "../runtime/slices.ts";
import type { ChangeLog } from "./changeLog.ts";
import { findImageNames, type Images } from "./images.ts";

const EVERY_MS = 3_600_000;
/** Campaigns searched between two yields; few, because a campaign may have many creatives. */
const CAMPAIGNS_PER_STEP = 10;

interface SweepParts {
  images: Images;
  changes: ChangeLog;
  current: { catalogue: Catalogue; earlierCampaigns: readonly Campaign[] };
  onProblem: (error: unknown) => void;
}

/** Sweeps now and every hour, until the timer is cleared. */
export function sweepHourly(parts: SweepParts): NodeJS.Timeout {
  const sweep = () => void sweepImages(parts).catch(parts.onProblem);
  sweep();
  return setInterval(sweep, EVERY_MS).unref();
}

export async function sweepImages({
  images,
  changes,
  current,
}: Omit<SweepParts, "onProblem">): Promise<void> {
  const { accounts, campaigns } = current.catalogue.data;
  const named = await findNamedImages([campaigns, current.earlierCampaigns], changes);
  await images.sweep(
    named,
    accounts.map(({ id }) => id),
  );
}

/** Finds the names of images in campaigns, including creatives in any state, and in the log of changes. */
export async function findNamedImages(
  campaigns: readonly (readonly Campaign[])[],
  changes: ChangeLog,
): Promise<Set<string>> {
  const named = new Set<string>();
  const add = (value: unknown) => {
    for (const name of findImageNames(JSON.stringify(value))) named.add(name);
  };
  for (const list of campaigns) await runInSlices(forEachSliced(list, add, CAMPAIGNS_PER_STEP));
  // Scans a log of years without keeping it in memory.
  for await (const values of changes.readValues()) add(values);
  return named;
}
