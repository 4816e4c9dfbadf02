/** Finds the version of a creative that waits for the network's approval or was rejected. */
import type { Creative, CreativeVersion, Review } from "./management.ts";

/** Returns undefined for a creative that has only its approved version. */
export function findProposal(
  creative: CreativeVersion & Pick<Creative, "pending">,
): CreativeVersion<Exclude<Review, "approved">> | undefined {
  const { pending, review } = creative;
  if (pending) return pending;
  return review === "approved" ? undefined : { ...creative, review };
}
