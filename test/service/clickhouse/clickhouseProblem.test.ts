/** Messages at the start, in `doctor` and in `move-events` for a wrong ClickHouse address, user or server. */
import { afterAll, expect, onTestFinished, test } from "vitest";
import { connect } from "../../../src/service/clickhouse/clickhouse.ts";
import { migrate } from "../../../src/service/clickhouse/clickhouseTables.ts";
import { NO_CERTIFICATE } from "../support/certificate.ts";
import {
  type OtherServer,
  startMail,
  startOwnProtocol,
  startSecureWeb,
  startSilent,
  startWeb,
} from "../support/otherServers.ts";

async function report(url: string): Promise<{ code?: string; message?: string }> {
  const clickhouse = connect({ url, timeout: 1000 });
  try {
    return await migrate(clickhouse).then(
      () => ({}),
      (error) => error,
    );
  } finally {
    await clickhouse.close();
  }
}

/** Copies of a ClickHouse server's answers, since the engine that other tests use has no users. */
const REFUSALS: readonly (readonly [what: string, status: number, answer: string, message: string])[] = [
  [
    "a wrong password",
    403,
    "Code: 516. DB::Exception: zonetag: Authentication failed: password is incorrect, or there is no user with such name. (AUTHENTICATION_FAILED) (version 25.8.1.1 (official build))",
    "refuses the user name or the password. Correct them in the address",
  ],
  [
    "a missing database",
    404,
    "Code: 81. DB::Exception: Database ads does not exist. (UNKNOWN_DATABASE) (version 25.8.1.1 (official build))",
    "does not have the database ads. Create it with CREATE DATABASE ads",
  ],
  [
    "a missing grant",
    403,
    "Code: 497. DB::Exception: zonetag: Not enough privileges. To execute this query, it's necessary to have the grant CREATE TABLE ON ads.events. (ACCESS_DENIED) (version 25.8.1.1 (official build))",
    "Run: GRANT SELECT, INSERT, CREATE TABLE, ALTER ADD COLUMN, ALTER DELETE ON ads.* TO the user.",
  ],
  [
    "a user who only reads",
    500,
    "Code: 164. DB::Exception: Cannot modify 'join_use_nulls' setting in readonly mode. (READONLY) (version 25.8.1.1 (official build))",
    "Remove `readonly`",
  ],
];

test.each(REFUSALS)(
  "when ClickHouse reports %s, the message says what to do",
  async (_, status, answer, message) => {
    const server = await startWeb(status, answer);
    onTestFinished(() => server.stop());
    const error = await report(`http://zonetag:secret@127.0.0.1:${server.port}/ads`);
    expect(error).toMatchObject({ code: "failed", message: expect.stringContaining(message) });
    expect(error.message).toContain(`ClickHouse at http://127.0.0.1:${server.port}/ads `);
    expect(error.message).not.toContain("secret");
  },
);

test("an error in a statement is reported with ClickHouse's message", async () => {
  const server = await startWeb(500, "Code: 62. DB::Exception: Syntax error near ECONNRESET. (SYNTAX_ERROR)");
  onTestFinished(() => server.stop());
  const message = "ClickHouse refused a statement (62 SYNTAX_ERROR): Syntax error near ECONNRESET. ";
  expect(await report(`http://127.0.0.1:${server.port}`)).toMatchObject({ code: "failed", message });
});

const web = await startWeb(200, "<html>hello</html>");
const busyProxy = await startWeb(502, "<html>\n\n<h1>Bad gateway</h1></html>");
const [mail, silent, ownProtocol] = await Promise.all([startMail(), startSilent(), startOwnProtocol()]);
const secureWeb = NO_CERTIFICATE ? undefined : await startSecureWeb();
afterAll(() =>
  Promise.all([web, busyProxy, secureWeb, mail, silent, ownProtocol].map((server) => server?.stop())),
);

test.each<[what: string, scheme: string, server: OtherServer, code: string, message: string]>([
  ["a web server that accepts everything", "http", web, "failed", "another program listens there"],
  [
    "a proxy without a server behind it",
    "http",
    busyProxy,
    "away",
    "does not answer like ClickHouse: another program listens there, or a proxy that cannot reach it. Correct host and port. (<html> <h1>Bad gateway</h1></html>)",
  ],
  ["a server of another kind", "http", mail, "away", "does not answer like ClickHouse"],
  ["a server that does not answer", "http", silent, "away", "does not answer. Check host and port"],
  ["the port of ClickHouse's own protocol", "http", ownProtocol, "away", "Use the HTTP port: 8123"],
  ["TLS at a port without it", "https", web, "away", "Begin the address with http://"],
])("the message about the address of %s says what to do", async (_, scheme, server, code, message) => {
  const error = await report(`${scheme}://127.0.0.1:${server.port}/ads`);
  expect(error).toMatchObject({ code, message: expect.stringContaining(message) });
});

test.each([
  ["http", "If it expects TLS, begin the address with https://"],
  ["https", "Add its authority to NODE_EXTRA_CA_CERTS"],
])("the message about a TLS port addressed by %s says what to do", async (scheme, message) => {
  if (!secureWeb) return;
  const error = await report(`${scheme}://127.0.0.1:${secureWeb.port}/ads`);
  expect(error).toMatchObject({ code: "away", message: expect.stringContaining(message) });
});

test.each([
  ["http://127.0.0.1:1/ads", "refuses connections. Start it, or correct host and port"],
  ["http://clickhouse.invalid/ads", "has a host name that cannot be resolved"],
])("the message about the unreachable address %s says what to do", async (url, message) => {
  expect(await report(url)).toMatchObject({ code: "away", message: expect.stringContaining(message) });
});
