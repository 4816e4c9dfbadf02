/**
 * ClickHouse's engine with the part of its HTTP interface that `@clickhouse/client` uses, as a process that can be
 * killed: `node server.mjs FOLDER [PORT] [HOST]`. Runs one statement at a time, and prints its address once it listens.
 *
 * https://clickhouse.com/docs/interfaces/http
 */
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { Session } from "chdb";

const [folder, port = "0", host = "127.0.0.1"] = process.argv.slice(2);
const session = new Session(folder);
let last = Promise.resolve();

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, "http://localhost");
  const body = await buffer(request).catch(() => undefined);
  if (!body) return;
  if (pathname === "/ping") return response.end("Ok.\n");
  const answer = last.then(() => run(searchParams, body));
  last = answer.then(
    () => {},
    () => {},
  );
  try {
    const bytes = await answer;
    response.writeHead(200, { "X-ClickHouse-Summary": "{}", "Content-Type": "text/plain" });
    response.end(bytes);
  } catch (error) {
    const code = error.clickhouseCode ?? Number(/Code: (\d+)/.exec(error.message)?.[1] ?? 0);
    response.writeHead(500, { "X-ClickHouse-Exception-Code": String(code) });
    response.end(error.message.startsWith("Code:") ? error.message : `Code: ${code}. ${error.message}`);
  }
});

/** Parameters of the address that are neither settings nor parameters of the statement. */
const OWN = ["query", "database", "query_id", "session_id", "default_format", "wait_end_of_query"];

/** Settings of the session, by name: each statement costs, so only what differs is set. */
let known = new Map();
let usedDatabase = "";

async function run(address, body) {
  const query = address.get("query");
  const wanted = new Map([...address].filter(([name]) => !OWN.includes(name)));
  const changes = [
    ...[...wanted]
      .filter(([name, value]) => known.get(name) !== value)
      .map(([name, value]) => `${name} = ${quote(value)}`),
    ...[...known.keys()]
      .filter((name) => !wanted.has(name) && !name.startsWith("param_"))
      .map((name) => `${name} = DEFAULT`),
  ];
  if (changes.length > 0) await session.queryAsync(`SET ${changes.join(", ")}`);
  known = wanted;
  const database = address.get("database") ?? "default";
  if (database !== usedDatabase) await session.queryAsync(`USE ${quoteName(database)}`);
  usedDatabase = database;
  const statement = query === null ? body : Buffer.concat([Buffer.from(`${query}\n`), body]);
  const result = await session.queryAsync(statement.toString("utf8"), { format: "TabSeparated" });
  return result.bytes();
}

function quote(text) {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

function quoteName(name) {
  return `\`${name.replaceAll("`", "``")}\``;
}

server.listen(Number(port), host, () => {
  console.log(`http://${host}:${server.address().port}`);
});
