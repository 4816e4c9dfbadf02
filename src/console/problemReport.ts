/** Composes texts to copy: a report for a support ticket, a request for the command line. */
import { type Exchange, parseJson } from "./history.ts";
import * as texts from "./texts.ts";

/** Indents JSON; returns any other text unchanged. */
export const formatJson = (text: string): string => JSON.stringify(parseJson(text), null, 2) ?? text;

/** Formats a request as the browser sent it as a curl command. */
export function composeCurl(endpoint: string, body: string, origin: string): string {
  const [url, data] = [endpoint, body].map((part) => `'${part.replaceAll("'", "'\\''")}'`);
  return `curl ${url} -H 'Content-Type: text/plain' -H 'Origin: ${origin}' --data-raw ${data}`;
}

/** Markdown prefix of each element's text. */
const MARKS: Record<string, string> = {
  h2: "\n\n",
  p: "\n\n",
  summary: "\n\n## ",
  h3: "\n\n### ",
  li: "\n- ",
  dt: "\n- ",
  dd: ": ",
  figcaption: "\n\n",
};

/** Formats the panel as Markdown, without ids, e-mail, consent and queries of addresses, which identify the visitor. */
export function composeReport(panel: Node, exchanges: readonly Exchange[]): string {
  const heading = `# ${texts.reportHeading} ${location.href}\n\n${new Date().toISOString()}`;
  const secrets = exchanges.flatMap(({ request: { user } }) => [
    user.id,
    user.el,
    user.buyeruids,
    user.gdpr?.consent,
  ]);
  return secrets.reduce<string>(
    // Messages and responses may repeat these values. Values of up to three characters stay, because removing them
    // would damage ordinary words.
    (text, secret) => (`${secret ?? ""}`.length > 3 ? text.replaceAll(`${secret}`, texts.redacted) : text),
    withoutQueries(heading + toMarkdown(panel)),
  );
}

/** Removes the queries and fragments of all addresses in a text. */
export const withoutQueries = (text: string): string => text.replace(/(https?:[^\s"?#]*)[?#][^\s"]*/g, "$1");

function toMarkdown(node: Node): string {
  const { childNodes, localName, textContent } = node as Element;
  if (localName === "pre") return `\n\n\`\`\`json\n${anonymize(`${textContent}`)}\n\`\`\``;
  if (!childNodes.length) return `${textContent}`;
  const isTool = (node as Element).matches?.("h1,fieldset,a,:not(h3)>button,[role]");
  return isTool ? "" : (MARKS[localName] ?? "") + [...childNodes].map(toMarkdown).join("");
}

/** Removes personal fields of `user` from JSON. Any other text may contain anything, so it is left out as a whole. */
export function anonymize(text: string): string {
  const mask = (name: string, value: unknown) =>
    /^(id|ip|el|buyeruids|consent)$/.test(name) ? texts.redacted : value;
  const clean = parseJson(text, (name, value) =>
    name === "user" ? parseJson(JSON.stringify(value), mask) : value,
  );
  return JSON.stringify(clean, null, 2) ?? texts.redacted;
}
