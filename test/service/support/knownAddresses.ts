/** Opens files of known addresses for tests. */
import { join } from "node:path";
import { KNOWN_ADDRESSES_FILE, KnownAddresses } from "../../../src/service/accounts/knownAddresses.ts";

const opened: KnownAddresses[] = [];

export async function openKnownAddresses(
  folder: string,
  now: () => number = Date.now,
): Promise<KnownAddresses> {
  const known = await KnownAddresses.open({
    file: join(folder, KNOWN_ADDRESSES_FILE),
    key: Buffer.alloc(32, 3),
    now,
    onProblem: (error) => {
      throw error;
    },
  });
  opened.push(known);
  return known;
}

/** Waits for pending writes; call before removing the folders. */
export async function waitForKnownAddresses(): Promise<void> {
  for (const known of opened.splice(0)) await known.waitForWrites();
}
