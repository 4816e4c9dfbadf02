/**
 * Replaces `src/service/duckdb/engineApart.ts` in tests outside of the slow project: the database runs in the test's
 * process, which takes a tenth of the time of a separate process. `test/service/duckdb/engine.test.ts` tests both.
 */
export { openEngine as openEngineApart } from "../../src/service/duckdb/engine.ts";
