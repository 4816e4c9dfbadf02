/**
 * Gives files that commands write into the data folder to the folder's owner, because the service has to read and
 * write them.
 */
import { lchownSync, lstatSync, readdirSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { findUserName } from "../doctor/users.ts";

/** Returns the user id of the process; 0 on systems without one, such as Windows. */
function findUserId(): number {
  return process.geteuid?.() ?? 0;
}

/**
 * Returns the folder's status when it belongs to another user; undefined when it belongs to this user or is missing.
 * Throws when this user may not act for the owner.
 */
function findForeignOwner(data: string): Stats | undefined {
  const found = statSync(data, { throwIfNoEntry: false });
  const user = findUserId();
  if (!found || found.uid === user || process.platform === "win32") return undefined;
  if (user === 0) return found;
  throw describeForeign(data, found);
}

function describeForeign(data: string, { uid }: Stats): Error {
  const owner = findUserName(uid);
  const args = process.argv.slice(2).map(quoteArgument).join(" ");
  return new Error(
    `${data} belongs to ${owner}, but the current user is ${findUserName(findUserId())}. As root: runuser -u ${owner} -- zonetag-service ${args}`,
  );
}

/** Quotes for a POSIX shell. */
export function quoteArgument(text: string): string {
  return /^[\w./:=@,+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Returns the name of another user who owns the data. Throws when this user may not act for them. */
export function requireDataOwner(data: string): string | undefined {
  const found = findForeignOwner(data);
  return found && findUserName(found.uid);
}

/** Throws when root would run the service on another user's data: that user could not read what it writes there. */
export function refuseRoot(data: string): void {
  const found = findUserId() === 0 ? findForeignOwner(data) : undefined;
  if (found) throw describeForeign(data, found);
}

/**
 * Runs work that writes into the data folder, then gives all its content to the folder's owner. Rejects when this user
 * may not act for the owner.
 */
export async function writeForDataOwner<T>(data: string, work: () => Promise<T>): Promise<T> {
  const found = findForeignOwner(data);
  try {
    return await work();
  } finally {
    if (found) giveAway(data, found);
  }
}

function giveAway(folder: string, { uid, gid }: Stats): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const path = join(folder, name);
    if (lstatSync(path).uid !== uid) lchownSync(path, uid, gid);
  }
}
