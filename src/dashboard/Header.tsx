/** Whose numbers these are. */
import type { Role } from "../protocol/statistics.ts";
import { Icon } from "./Icon.tsx";
import icon from "./icon.svg";
import type { Account } from "./session.ts";
import { changeRole, type View } from "./view.ts";

const ROLES: Record<Role, string> = { publisher: "Publishers", advertiser: "Advertisers" };

export interface HeaderProps {
  account: Account;
  roles: readonly Role[];
  view: View;
  go(view: View): void;
  onSignOut(): void;
}

export function Header({ account, roles, view, go, onSignOut }: HeaderProps) {
  return (
    <header class="header">
      <div class="header-inner">
        <span class="wordmark">
          <img src={icon} width="24" height="24" alt="" /> zonetag
        </span>
        {roles.length > 1 && (
          <nav class="segmented" aria-label="Side">
            {roles.map((role) => (
              <button
                type="button"
                key={role}
                aria-pressed={role === view.role}
                onClick={() => role !== view.role && go(changeRole(view, role))}
              >
                {ROLES[role]}
              </button>
            ))}
          </nav>
        )}
        <span class="account">{account.name}</span>
        <button type="button" class="button button-plain" onClick={onSignOut}>
          <Icon name="out" />
          <span>Sign out</span>
        </button>
      </div>
    </header>
  );
}
