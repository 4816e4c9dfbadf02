/** Opens the browser sessions of a context, on one machine. */
import { join } from "node:path";
import { LocalSessions, SESSIONS_FILE } from "../../../src/service/accounts/localSessions.ts";
import type { TokenContext } from "../../../src/service/accounts/login.ts";
import { Sessions } from "../../../src/service/accounts/sessions.ts";
import type { InterfaceEnvironment } from "../../../src/service/interface/environment.ts";

export async function openSessions(
  folder: string,
  context: TokenContext,
): Promise<Pick<InterfaceEnvironment, "sessions" | "listOrigins" | "locate">> {
  const { now } = context;
  const store = await LocalSessions.open({ file: join(folder, SESSIONS_FILE), now, onProblem: () => {} });
  return {
    sessions: new Sessions({ ...context, store, audit: { add: async () => {} } }),
    listOrigins: () => [],
    locate: () => ({}),
  };
}
