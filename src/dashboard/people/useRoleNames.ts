import type { Role } from "../../protocol/statistics.ts";
import { useTexts } from "../texts/management.ts";

export function useRoleNames(): Record<Role, string> {
  const { campaigns } = useTexts();
  return { publisher: campaigns.publisher, advertiser: campaigns.advertiser };
}
