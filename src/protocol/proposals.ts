/** The version of a creative that is not the approved one: it waits for the network's approval, or was rejected. */
import type { Creative, CreativeVersion, Review } from "./management.ts";

/** Undefined for a creative that has nothing but its approved version. */
export function findProposal(
  creative: CreativeVersion & Pick<Creative, "pending">,
): CreativeVersion<Exclude<Review, "approved">> | undefined {
  const { pending, review } = creative;
  if (pending) return pending;
  return review === "approved" ? undefined : { ...creative, review };
}
