/** Links for a forgotten password of a user: the latest, and earlier ones until the latest is sent. */
import type { User } from "./peopleSchema.ts";

type Forgotten = NonNullable<User["forgotten"]>;
export type ForgottenLink = Omit<Forgotten, "earlier">;

/** Lists the links, newest first. */
export function listForgotten(user: User | undefined): ForgottenLink[] {
  if (!user?.forgotten) return [];
  const { earlier = [], ...latest } = user.forgotten;
  return [latest, ...earlier];
}

/** Adds a link. The earlier ones stay valid until its mail is sent. */
export function addForgotten(user: User, link: ForgottenLink, now: number): User {
  const valid = listForgotten(user).filter(({ expires }) => Date.parse(expires) > now);
  return setForgotten(user, [link, ...valid]);
}

/**
 * A sent link ends the earlier ones; one that was not sent is removed. Returns the same user if nothing changes, as after
 * the link was used.
 */
export function settleForgotten(user: User, digest: string, isSent: boolean): User {
  const links = listForgotten(user);
  const at = links.findIndex((link) => link.digest === digest);
  if (at < 0 || (isSent && at === links.length - 1)) return user;
  return setForgotten(user, isSent ? links.slice(0, at + 1) : links.toSpliced(at, 1));
}

function setForgotten({ forgotten: _, ...user }: User, [latest, ...earlier]: ForgottenLink[]): User {
  if (!latest) return user;
  return { ...user, forgotten: { ...latest, ...(earlier.length > 0 && { earlier }) } };
}
