/** What the log says of a change, where it matters little. */
import type { AuditEntry } from "../../../src/service/management/auditLog.ts";

export function describeEdit(): AuditEntry {
  return {
    ...{ time: "2026-11-20T12:00:00Z", account: { id: 1, name: "Network" }, action: "change" },
    ...{ kind: "sites", id: 1, owner: 1, after: {}, catalogue: "digest" },
  };
}
