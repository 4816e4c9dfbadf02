import type { Statistics } from "../../statistics/statistics.ts";
import type { Settings } from "../account/settings.ts";
import type { Account } from "./session.ts";
import type { Leave, Switch } from "./useAccount.ts";

/** Properties of every page. */
export interface PageProps {
  account: Account;
  settings: Settings;
  onSettings(changes: Partial<Settings>): void;
  onLeave: Leave;
  /** Continues in a new session, or with changed details. */
  onEnter(account: Account): void;
  onSwitch: Switch;
  /** Rejects when that fails. */
  onSignOut(account: Account): Promise<void>;
  client: Statistics;
  /** Whether the page moves the focus to its content. */
  isEntered: boolean;
}
