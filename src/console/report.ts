/** Texts to take away: a report for a support ticket, a request for the command line. */
import { type Exchange, read } from "./story.ts";
import * as texts from "./texts.ts";

/** JSON indented, or the text as it is when it is none. */
export const pretty = (text: string): string => JSON.stringify(read(text), null, 2) ?? text;

/** The request as the browser sent it, for a shell. */
export function curlOf(endpoint: string, body: string, origin: string): string {
  const [to, data] = [endpoint, body].map((part) => `'${part.replaceAll("'", "'\\''")}'`);
  return `curl ${to} -H 'Content-Type: text/plain' -H 'Origin: ${origin}' --data-raw ${data}`;
}

/** What stands before an element's text in Markdown. */
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

/** The panel as Markdown, without who the visitor is: ids, e-mail, consent, queries of addresses. */
export function reportOf(panel: Node, exchanges: readonly Exchange[]): string {
  const heading = `# ${texts.reportOn} ${location.href}\n\n${new Date().toISOString()}`;
  const secrets = exchanges.flatMap(({ request: { user } }) => [
    user.id,
    user.el,
    user.buyeruids,
    user.gdpr?.consent,
  ]);
  return secrets.reduce<string>(
    // Messages and answers may repeat them. Shorter ones would blot out ordinary words.
    (text, secret) => (`${secret ?? ""}`.length > 3 ? text.replaceAll(`${secret}`, texts.left) : text),
    withoutQueries(heading + markdownOf(panel)),
  );
}

/** Leaves out queries and fragments of the addresses in a text. */
export const withoutQueries = (text: string): string => text.replace(/(https?:[^\s"?#]*)[?#][^\s"]*/g, "$1");

function markdownOf(node: Node): string {
  const { childNodes, localName, textContent } = node as Element;
  if (localName === "pre") return `\n\n\`\`\`json\n${anonymous(`${textContent}`)}\n\`\`\``;
  if (!childNodes.length) return `${textContent}`;
  const isTool = (node as Element).matches?.("h1,fieldset,:not(h3)>button,[role]");
  return isTool ? "" : (MARKS[localName] ?? "") + [...childNodes].map(markdownOf).join("");
}

/** JSON with what `user` says of a person left out. Of text that is no JSON nobody knows: left out. */
export function anonymous(text: string): string {
  const mask = (name: string, value: unknown) =>
    /^(id|ip|el|buyeruids|consent)$/.test(name) ? texts.left : value;
  const clean = read(text, (name, value) => (name === "user" ? read(JSON.stringify(value), mask) : value));
  return JSON.stringify(clean, null, 2) ?? texts.left;
}
