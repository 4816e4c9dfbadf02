/** Texts to take away: a report for a support ticket, a request for the command line. */
import type { Finding } from "./causes.ts";
import type { Model } from "./model.ts";
import type { Exchange } from "./story.ts";
import { texts } from "./texts.ts";

const { title, columns, left } = texts.markdown;

/** JSON indented, or the text as it is when it is none. */
export function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** The request as the browser sent it, for a shell. */
export function curlOf(endpoint: string, body: string, origin: string): string {
  const parts = [endpoint, "-H", "Content-Type: text/plain", "-H", `Origin: ${origin}`, "--data-raw", body];
  return `curl ${parts.map((part) => (part === "-H" || part === "--data-raw" ? part : `'${part.replaceAll("'", "'\\''")}'`)).join(" ")}`;
}

/** Markdown of everything shown, without who the visitor is: ids, e-mail, consent, queries of addresses. */
export function reportOf({ endpoint, verdict, zones, exchanges, findings, measures }: Model): string {
  const rows = zones.map(({ id, state, asked, shown, moments, findings }) => [
    id,
    texts.states[state],
    asked,
    shown,
    moments.map(({ type, at }) => `${texts.moments[type]} ${texts.ms(at)}`).join(", "),
    findings.map(told).join("<br>"),
  ]);
  const table = [columns, columns.map(() => "---"), ...rows];
  const report = [
    title(location.href.replace(/[?#].*/, "")),
    verdict,
    table
      .map((cells) => `| ${cells.map((cell = "") => cell.replaceAll("|", "\\|")).join(" | ")} |`)
      .join("\n"),
    [
      ...findings.map(told),
      ...measures.map((pair) => pair.join(": ")),
      navigator.userAgent,
      `${innerWidth}×${innerHeight}`,
      new Date().toISOString(),
    ]
      .map((item) => `- ${item}`)
      .join("\n"),
    ...exchanges.map((exchange, at) => section(exchange, at, endpoint)),
  ].join("\n\n");
  return secretsOf(exchanges).reduce((text, secret) => text.replaceAll(secret, left), report);
}

const told = ({ words }: Finding) => words.join(" ");

function section({ body, attempts, request, at }: Exchange, index: number, endpoint: string): string {
  const parts = attempts.flatMap(({ status, text, at: then }) => [
    texts.exchange.status(status, texts.ms(then - at)),
    anonymous(text),
  ]);
  const heading = `## ${texts.exchange.title(index + 1, request.zones.length)}`;
  return [heading, `POST ${endpoint.replace(/[?#].*/, "")}`, anonymous(body), ...parts].join("\n\n");
}

/** As a block of JSON, with what `user` says of a person left out. Of text that is no JSON nobody knows: left out. */
export function anonymous(text: string): string {
  let safe = left;
  try {
    const personal = /^(id|ip|el|buyeruids|consent)$/;
    const { user, ...rest } = JSON.parse(text);
    const clean =
      user && JSON.parse(JSON.stringify(user, (name, value) => (personal.test(name) ? left : value)));
    if (clean?.referer) clean.referer = clean.referer.replace(/[?#].*/, "");
    safe = JSON.stringify({ user: clean, ...rest }, null, 2);
  } catch {}
  return `\`\`\`json\n${safe}\n\`\`\``;
}

/** Personal values that messages or answers may repeat; shorter ones would blot out ordinary words. */
function secretsOf(exchanges: readonly Exchange[]): string[] {
  return exchanges
    .flatMap(({ request: { user } }) => [user.id, user.el, user.buyeruids, user.gdpr?.consent])
    .filter((value): value is string => `${value ?? ""}`.length > 3);
}
