/** Sends all examples of the OpenAPI document with swagger-client, reports by GET as well, and prints the responses. */
import SwaggerClient from "swagger-client";

const { BASE_URL, API_TOKEN, PASSWORD } = process.env;
/** Secrets that the document leaves out. */
const SECRETS = { api_token: API_TOKEN, password: PASSWORD };
const client = await SwaggerClient({
  url: `${BASE_URL}/openapi.json`,
  authorizations: { token: API_TOKEN },
});

async function send(operationId, parameters, requestBody) {
  const { status, body } = await client
    .execute({ operationId, parameters, requestBody })
    .catch((error) => error.response);
  return { status, data: body };
}

/** Names the fields of a report as the parameters of the GET operation. */
function toParameters(operation, fields) {
  const names = new Set(operation.parameters.map(({ name }) => name));
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [names.has(`${name}[]`) ? `${name}[]` : name, value]),
  );
}

const sent = [];
for (const [path, { get, post }] of Object.entries(client.spec.paths)) {
  const [{ examples = {} } = {}] = Object.values(post?.requestBody?.content ?? {});
  const parameters = path.includes("{segment}") ? { segment: "global" } : {};
  for (const [name, { value }] of Object.entries(examples)) {
    const body = { ...value };
    for (const field of Object.keys(SECRETS)) if (body[field] === "…") body[field] = SECRETS[field];
    sent.push({ method: "POST", path, name, ...(await send(post.operationId, parameters, body)) });
    if (!get) continue;
    const query = { ...parameters, ...toParameters(get, value) };
    sent.push({ method: "GET", path, name, ...(await send(get.operationId, query)) });
  }
}
console.log(JSON.stringify(sent));
